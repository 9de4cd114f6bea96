package io.quorate.cli.picture;

import io.quorate.state.Heartbeat;
import io.quorate.state.Observation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Silence as the controller counts it: by its own looks at the sequence, never by clocks of nodes.
 */
final class Silence {
  private static final long TURNS = 2;

  private Silence() {}

  /** Since when the node is silent, by the controller's clock; empty while it is not. */
  static Optional<Instant> of(ClusterPicture picture, Heartbeat node) {
    Duration after =
        picture.spec().map(stored -> stored.spec().timings().silenceAfter()).orElse(Duration.ZERO);
    return picture
        .lease()
        .map(lease -> lease.observations().get(node.instance()))
        .filter(seen -> standsStill(seen, node))
        .filter(seen -> seen.turns() >= TURNS)
        .filter(seen -> !seen.since().plus(after).isAfter(picture.readAt()))
        .map(Observation::since);
  }

  private static boolean standsStill(Observation seen, Heartbeat node) {
    return seen.bootNonce().equals(node.boot().nonce()) && seen.sequence() == node.sequence();
  }
}
