package io.quorate.controller.view;

import java.util.List;

/** What a hosted zone holds at the cluster's name and below it. */
public sealed interface ZoneView {
  /**
   * It answered.
   *
   * @param records what it holds
   */
  record Observed(List<DnsRecord> records) implements ZoneView {
    public Observed {
      records = List.copyOf(records);
    }
  }

  /**
   * It did not tell.
   *
   * @param words an error code, a colon and a message
   */
  record Unknown(String words) implements ZoneView {}
}
