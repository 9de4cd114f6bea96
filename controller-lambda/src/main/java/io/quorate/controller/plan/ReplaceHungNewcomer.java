package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import java.time.Duration;
import java.util.Optional;

/**
 * Terminates a node that fell silent before it took part: before its birth, or before it joined.
 * Its row names no member and no data, or what can never serve again, and the group launches
 * another. Nothing but silence can speak against it, so that has to last as long as a join may; a
 * founding voter that is listed for it is one that a quorum serves without, and that all of them
 * miss.
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

  /** Whether its row names neither member nor data, or only what can never serve again. */
  static boolean newcomer(Situation situation, Node node) {
    Heartbeat heartbeat = node.heartbeat();
    return switch (heartbeat.data()) {
      case NONE -> heartbeat.identity().isEmpty();
      case LOST, ROLLED_BACK, DAMAGED, REMOVED, SUPERSEDED ->
          listed(situation, heartbeat.instance()).isEmpty()
              && heartbeat.identity().filter(held -> listed(situation, held)).isEmpty();
      case INTACT, FOREIGN -> false;
    };
  }

  private static boolean listed(Situation situation, MemberIdentity held) {
    return situation.membership().flatMap(known -> known.member(held.memberId())).isPresent();
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
    return listed(situation, node.heartbeat().instance())
        .flatMap(member -> served(situation, member))
        .or(() -> Brake.why(situation.view().fleet()).map(why -> "the fleet brake is on: " + why));
  }

  private static Optional<MemberId> listed(Situation situation, InstanceId instance) {
    return situation.membership().stream()
        .flatMap(known -> known.entries().stream())
        .filter(entry -> entry.name().equals(instance.value()))
        .map(MemberEntry::id)
        .findFirst();
  }

  private static Optional<String> served(Situation situation, MemberId member) {
    return situation.quorumWithout(member)
        ? ReplaceHungNode.heard(situation, member)
        : Optional.of("the others are no quorum without it");
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
