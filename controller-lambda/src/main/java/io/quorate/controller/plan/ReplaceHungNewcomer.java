package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.util.Optional;

/**
 * Terminates a node that fell silent and takes no part: no listed member is its own, and its row
 * names no data, or what can never serve again. Nothing but silence can speak against it, so that
 * has to last as long as a join may; then the group launches another.
 */
final class ReplaceHungNewcomer implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return Terminations.ofFirst(
        situation, node -> hangs(situation, node), ReplaceHungNewcomer::reason);
  }

  private static boolean hangs(Situation situation, Node node) {
    return newcomer(situation, node)
        && situation.silent(node)
        && lacking(situation, node).isEmpty();
  }

  /** Whether no listed member is its own, and its data is none or can never serve again. */
  static boolean newcomer(Situation situation, Node node) {
    return situation.listed(node.heartbeat().instance()).isEmpty()
        && switch (node.heartbeat().data()) {
          case NONE, LOST, ROLLED_BACK, DAMAGED, REMOVED -> true;
          case INTACT, FOREIGN, SUPERSEDED -> false;
        };
  }

  /** The first piece of evidence that a silent newcomer's termination lacks. */
  static Optional<String> lacking(Situation situation, Node node) {
    return Terminations.impossible(situation, node).or(() -> tooSoon(situation, node));
  }

  private static Optional<String> tooSoon(Situation situation, Node node) {
    Duration bound = CancelOverdueOperation.allowed(situation);
    return node.observation().still().compareTo(bound) < 0
        ? Optional.of("it has not been silent for " + bound.toSeconds() + " s")
        : Optional.empty();
  }

  private static Reason reason(Situation situation, Node node) {
    return Stops.reason(situation, node).orElseGet(() -> hung(node));
  }

  private static Reason hung(Node node) {
    InstanceId instance = node.heartbeat().instance();
    return Reason.of(
            "NEWCOMER_HUNG",
            instance
                + " takes no part, holds no data that could serve, and is silent since "
                + node.observation().since())
        .and("instance", instance);
  }
}
