package io.quorate.controller.view;

import java.util.List;

/**
 * A record set of a hosted zone.
 *
 * @param name without a dot at its end
 * @param type as in {@code A}
 * @param ttlSeconds for how long whoever asked may keep it
 * @param values in order; of an alias its target after {@code ALIAS}
 */
public record DnsRecord(String name, String type, long ttlSeconds, List<String> values) {
  public DnsRecord {
    values = values.stream().sorted().toList();
  }

  /** Whether it is the set of this name and type. */
  public boolean replaces(DnsRecord other) {
    return name.equals(other.name) && type.equals(other.type);
  }

  /** For people. */
  public String words() {
    return type + " " + name + " " + values;
  }
}
