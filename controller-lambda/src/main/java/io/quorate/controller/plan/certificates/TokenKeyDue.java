package io.quorate.controller.plan.certificates;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.spec.JwtToken;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import java.util.Optional;

/** The key that the controller makes for etcd's tokens, and without which no etcd can start. */
public final class TokenKeyDue {
  private TokenKeyDue() {}

  /** The sign method of the spec, where its key is not known to be in the bucket. */
  public static Optional<String> of(ClusterState clusterState) {
    return clusterState
        .view()
        .spec()
        .etcd()
        .token()
        .filter(JwtToken::managed)
        .map(JwtToken::signMethod)
        .filter(method -> !bucket(clusterState).tokenKeys().contains(method));
  }

  /** Why no member restarts to sign with it yet. */
  public static Optional<String> waits(ClusterState clusterState) {
    return of(clusterState)
        .map(
            method ->
                "the key of auth.token.keys for "
                    + method
                    + " is not in the bucket yet"
                    + bucket(clusterState)
                        .failing(BucketUse.TOKEN_KEYS)
                        .map(failing -> ": " + failing.why())
                        .orElse(""));
  }

  private static BucketUpkeep bucket(ClusterState clusterState) {
    return clusterState.status().tasks().bucket();
  }
}
