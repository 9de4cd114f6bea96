package io.quorate.lease;

import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.state.Lease;

/**
 * A lease that was taken; whether it is still held only a transaction can tell.
 *
 * @param cluster the cluster it is for
 * @param token its fencing token
 * @param asTaken the record as the take left it, with what earlier controllers observed
 */
public record HeldLease(ClusterName cluster, FencingToken token, Lease asTaken) {
  /** The nonce it was taken with. */
  public String owner() {
    return asTaken.owner();
  }
}
