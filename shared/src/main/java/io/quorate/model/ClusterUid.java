package io.quorate.model;

import java.util.UUID;

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

  /** The one form in which a UID is minted, from a random number of 122 bits: that of a UUID. */
  public static ClusterUid of(UUID random) {
    return new ClusterUid(random.toString());
  }

  @Override
  public String toString() {
    return value;
  }
}
