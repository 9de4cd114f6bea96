package io.quorate.cli.picture;

/** What a node is to its cluster. */
public enum Role {
  /** Leads, by its own word and a quorum's. */
  LEADER("leader"),
  /** Votes. */
  VOTER("voter"),
  /** Receives the log and does not vote yet. */
  LEARNER("learner"),
  /** Is not in the member list. */
  NONE("—");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** As a screen shows it. */
  public String word() {
    return word;
  }
}
