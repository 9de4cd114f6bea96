package io.quorate.controller.plan.certificates;

import io.quorate.controller.plan.facts.ClusterState;
import java.util.Optional;

/**
 * Where a certificate has expired, members turn one another away though all of them live: what one
 * says of another then proves nothing.
 */
public final class ExpiredCertificates {
  private ExpiredCertificates() {}

  /** Which certificate it is that has expired, if one has. */
  public static Optional<String> doubt(ClusterState clusterState) {
    return CertificateExpiries.of(clusterState).stream()
        .filter(expiry -> !expiry.at().isAfter(clusterState.view().observedAt()))
        .findFirst()
        .map(
            expiry ->
                "a certificate has expired, that of "
                    + expiry.of()
                    + " at "
                    + expiry.at()
                    + ": members that turn one another away for that may all live");
  }
}
