package io.quorate.model;

/**
 * A cluster's unique id, minted once at the first {@code apply} together with the right to
 * bootstrap. Two clusters of one name, one after the other, differ in it.
 */
public record ClusterUid(String value) {
  /** Refuses an empty id. */
  public ClusterUid {
    if (value.isBlank()) {
      throw new IllegalArgumentException("cluster UID '" + value + "': expected a non-empty id");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
