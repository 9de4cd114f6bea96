package io.quorate.state;

import io.quorate.wire.Wire;

/**
 * The leases that a seeder revoked before it served: they ended while the cluster did not serve.
 *
 * @param leases how many
 * @param keys how many keys were deleted with them
 */
public record RevokedLeases(@Wire.Count long leases, @Wire.Count long keys) {
  /** No lease ended meanwhile. */
  public static final RevokedLeases NONE = new RevokedLeases(0, 0);

  /** For people. */
  @Override
  public String toString() {
    return leases
        + (leases == 1 ? " lease" : " leases")
        + " with "
        + keys
        + (keys == 1 ? " key" : " keys");
  }
}
