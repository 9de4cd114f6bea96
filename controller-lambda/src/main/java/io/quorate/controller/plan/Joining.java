package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.model.MemberId;
import io.quorate.state.Setback;
import java.util.Map;
import java.util.Optional;

/** When a node may be told to join: not while it waits out a setback. */
final class Joining {
  private Joining() {}

  /** The plan to join; a rest while a setback lasts. */
  static Optional<Plan> join(
      Situation situation, Node node, Optional<MemberId> supersedes, Reason reason) {
    return setback(situation, node)
        .map(wait -> waiting(situation, node, wait))
        .or(() -> Optional.of(Issues.join(situation, node, supersedes, reason)));
  }

  /** The setback that a node still waits out. */
  static Optional<Setback> setback(Situation situation, Node node) {
    return Optional.ofNullable(situation.status().setbacks().get(node.heartbeat().instance()))
        .filter(setback -> situation.view().observedAt().isBefore(setback.notBefore()));
  }

  private static Plan waiting(Situation situation, Node node, Setback setback) {
    Reason reason =
        Reason.of(
            "JOIN_BACKOFF",
            node.heartbeat().instance()
                + " failed to join "
                + setback.failures()
                + " times; next try at "
                + setback.notBefore());
    return new Plan(new Decision.Rest(reason), situation.status(), Map.of());
  }
}
