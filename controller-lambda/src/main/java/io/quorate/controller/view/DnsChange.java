package io.quorate.controller.view;

/**
 * One change of a batch, which a zone takes as a whole or not at all.
 *
 * @param kind what happens to the set
 * @param record the set; one to be deleted has to be given exactly as it is
 */
public record DnsChange(Kind kind, DnsRecord record) {
  /** What happens. */
  public enum Kind {
    /** Refused where the set exists. */
    CREATE,
    /** Refused where the set does not exist exactly so. */
    DELETE,
    /** Created, or replaced. */
    UPSERT
  }

  /** For people. */
  public String words() {
    return kind + " " + record.words();
  }
}
