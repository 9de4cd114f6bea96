package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** What every rule that terminates a silent node asks of the fleet, EC2 and the group. */
final class Terminations {
  private Terminations() {}

  /**
   * Intends to terminate the first node that hangs, while no other termination is recorded but ones
   * held back that nobody asked for: they may wait for just this one, which serves no more.
   */
  static Optional<Plan> ofFirst(
      Situation situation, Predicate<Node> hangs, BiFunction<Situation, Node, Reason> reason) {
    return situation.status().terminations().stream()
            .allMatch(intent -> PerformTermination.heldBackUnasked(situation, intent))
        ? situation.nodes().stream()
            .filter(node -> !situation.status().terminating(node.heartbeat().instance()))
            .filter(hangs)
            .findFirst()
            .map(node -> intend(situation, node, reason.apply(situation, node)))
        : Optional.empty();
  }

  /**
   * Why a node's instance must not be terminated, whatever its silence; empty when a quorum serves,
   * the fleet is well, the group keeps the instance, and it runs or was stopped for long.
   */
  static Optional<String> impossible(Situation situation, Node node) {
    return ofInstance(situation, node)
        .or(() -> unproven(situation))
        .or(() -> Brake.why(situation.view().fleet()).map(why -> "the fleet brake is on: " + why));
  }

  private static Optional<String> unproven(Situation situation) {
    return situation.membership().isEmpty()
        ? Optional.of("no quorum tells who is a member")
        : Optional.empty();
  }

  private static Optional<String> ofInstance(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Optional<String> forbidden = Stops.forbid(situation, node);
    if (forbidden.isPresent()) {
      return forbidden;
    }
    if (node.heartbeat().dataUnexplained()) {
      return Optional.of("its disk holds data that no journal explains: a person decides");
    }
    if (!(situation.view().group() instanceof GroupView.Observed group)) {
      return Optional.of("its group cannot be read");
    }
    return group.keeps(instance) ? Optional.empty() : Optional.of("its group no longer keeps it");
  }

  /**
   * Records that a node is to be terminated, beside what was recorded before. It rests on the state
   * of that node and of every healthy voter.
   */
  static Plan intend(Situation situation, Node node, Reason reason) {
    InstanceId instance = node.heartbeat().instance();
    Termination termination =
        Termination.decided(instance, reason.message(), situation.view().observedAt());
    List<Termination> next = new ArrayList<>(situation.status().terminations());
    next.add(termination);
    Status status = situation.status().withTerminations(next);
    return new Plan(
        new Decision.IntendTermination(reason, termination),
        status,
        situation.witnessesAnd(instance));
  }
}
