package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.ClockReading;
import io.quorate.state.MemberEntry;
import io.quorate.state.Operation;
import java.util.Optional;

/**
 * Terminates a joining node that fell silent past its deadline and is no voter, or whose former
 * self, long dead, is one still: it holds nobody's only copy and no vote, and its open instruction
 * would block every other change. Another clock may have told when that was issued: so much more
 * has to have passed that it surely gave up by its own.
 */
final class AbandonHungJoiner implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation
        .status()
        .operation()
        .filter(open -> open.kind() == InstructionKind.JOIN)
        .filter(open -> CancelOverdueOperation.overdue(situation, open, ClockReading.CLOCKS_APART))
        .flatMap(open -> situation.node(open.executor()))
        .filter(situation::silent)
        .filter(node -> !situation.status().terminating(node.heartbeat().instance()))
        .filter(node -> Terminations.impossible(situation, node).isEmpty())
        .filter(node -> provenNoVoter(situation, node))
        .filter(node -> formerDead(situation, node))
        .map(node -> intend(situation, node));
  }

  private static boolean provenNoVoter(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Optional<MemberId> former = situation.former(instance);
    return situation
        .membership()
        .map(
            known ->
                known.voters().stream()
                    .filter(MemberEntry::started)
                    .filter(voter -> voter.name().equals(instance.value()))
                    .allMatch(voter -> former.equals(Optional.of(voter.id()))))
        .orElse(false);
  }

  /**
   * The others are a quorum of all that are listed, its former self among them; and its agent
   * called its data unusable, or all miss it still.
   */
  private static boolean formerDead(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    return situation
        .former(instance)
        .map(
            id ->
                situation.quorumBeside(instance)
                    && (situation.provenDead(id) || Heard.by(situation, id).isEmpty()))
        .orElse(true);
  }

  private static Plan intend(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Operation open = situation.status().operation().orElseThrow();
    Reason reason =
        Reason.of(
                "JOINER_HUNG",
                instance + " fell silent while joining, is no voter, and is past its deadline")
            .and("instance", instance)
            .and("instruction", open.instructionId());
    return Terminations.intend(situation, node, reason);
  }
}
