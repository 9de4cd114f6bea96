package io.quorate.store;

/** The two tables; apart so that rights can be kept apart. */
public enum Table {
  /** Written by the controller and the operator's command; read by agents. */
  CLUSTERS("record"),
  /** Written by agents, each its own row; read by the controller. */
  NODES("instance");

  /** Name of the partition key of both tables. */
  public static final String PARTITION_KEY = "cluster";

  private final String sortKey;

  Table(String sortKey) {
    this.sortKey = sortKey;
  }

  /** Name of the sort key. */
  public String sortKey() {
    return sortKey;
  }
}
