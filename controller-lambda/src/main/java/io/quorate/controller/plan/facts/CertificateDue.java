package io.quorate.controller.plan.facts;

import io.quorate.certificate.NodeCertificates;
import io.quorate.certificate.RequestDigest;
import io.quorate.controller.view.ObservedNode;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Heartbeat;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether a node has the certificates that it needs. */
public final class CertificateDue {
  /** Controllers' clocks differ by less. */
  private static final Duration CLOCKS = Duration.ofHours(1);

  private CertificateDue() {}

  /**
   * Whether a node may be started by its certificates: always without TLS; with those that the
   * controller signs, once they are signed for the key and the address that its row tells; with its
   * own, once it reports URLs with TLS, which it does when they fit.
   */
  public static boolean certified(
      ClusterSpec spec, ObservedNode node, Optional<NodeCertificates> signed) {
    boolean secure = node.heartbeat().endpoints().peerUrl().startsWith("https:");
    return switch (spec.tls().mode()) {
      case OFF -> true;
      case FILES -> secure;
      case MANAGED ->
          secure && signed.filter(certificates -> fits(node.heartbeat(), certificates)).isPresent();
    };
  }

  /**
   * Whether something is to be signed for a node: nothing fits, two thirds of it have passed, or it
   * begins in the future. A controller whose clock was ahead signed that; no node takes it, and
   * what the node has runs out.
   */
  public static boolean due(
      ClusterSpec spec, ObservedNode node, Optional<NodeCertificates> signed, Instant now) {
    return spec.tls().managed()
        && node.heartbeat().report().publicKey().isPresent()
        && signed
            .filter(certificates -> fits(node.heartbeat(), certificates))
            .filter(certificates -> certificates.names().equals(spec.certifiedNames()))
            .filter(certificates -> now.isBefore(certificates.renewAt()))
            .filter(certificates -> !certificates.issuedAt().isAfter(now.plus(CLOCKS)))
            .isEmpty();
  }

  private static boolean fits(Heartbeat row, NodeCertificates signed) {
    return row.report()
            .publicKey()
            .map(RequestDigest::of)
            .filter(signed.request()::equals)
            .isPresent()
        && claimed(row).filter(signed.addresses()::contains).isPresent();
  }

  /** The address that a row claims. */
  public static Optional<String> claimed(Heartbeat row) {
    try {
      return Optional.ofNullable(URI.create(row.endpoints().peerUrl()).getHost());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
