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
    if (!situation.status().terminations().isEmpty()) {
      return Optional.empty();
    }
    return situation.nodes().stream()
        .filter(node -> newcomer(situation, node))
        .filter(node -> situation.silent(node) && lacking(situation, node).isEmpty())
        .findFirst()
        .map(node -> intend(situation, node));
  }

  /** Whether no listed member is its own, and its data is none or can never serve again. */
  static boolean newcomer(Situation situation, Node node) {
    return situation.listed(node.heartbeat().instance()).isEmpty()
        && switch (node.heartbeat().data()) {
          case NONE, LOST, ROLLED_BACK, DAMAGED, REMOVED, SUPERSEDED -> true;
          case INTACT, FOREIGN -> false;
        };
  }

  /** The first piece of evidence that a silent newcomer's termination lacks. */
  static Optional<String> lacking(Situation situation, Node node) {
    Optional<String> impossible = Terminations.impossible(situation, node);
    if (impossible.isPresent()) {
      return impossible;
    }
    if (situation.membership().isEmpty()) {
      return Optional.of("no quorum tells who is a member");
    }
    Duration bound = CancelOverdueOperation.allowed(situation);
    if (node.observation().still().compareTo(bound) < 0) {
      return Optional.of("it has not been silent for " + bound.toSeconds() + " s");
    }
    return Brake.why(situation.view().fleet()).map(why -> "the fleet brake is on: " + why);
  }

  private static Plan intend(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Reason reason =
        Reason.of(
                "NEWCOMER_HUNG",
                instance
                    + " takes no part, holds no data that could serve, and is silent since "
                    + node.observation().since())
            .and("instance", instance);
    return Terminations.intend(situation, node, reason);
  }
}
