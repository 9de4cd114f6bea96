package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.Node;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.RemoveMember;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Birth;
import io.quorate.state.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the plans that issue an instruction: the instruction, its operation, its evidence. */
final class Issues {
  private Issues() {}

  /** Tells a node to become a member, removing its own dead former self first. */
  static Plan join(Situation situation, Node node, Optional<MemberId> supersedes, Reason reason) {
    ClusterView view = situation.view();
    Birth birth = view.lineage().birth().orElseThrow();
    List<String> contacts =
        situation.healthyVoters().stream()
            .filter(voter -> !voter.heartbeat().instance().equals(node.heartbeat().instance()))
            .map(voter -> voter.heartbeat().endpoints().clientUrl())
            .toList();
    JoinCluster join =
        new JoinCluster(
            header(view, InstructionKind.JOIN, node.heartbeat().instance()),
            supersedes,
            birth.clusterToken(),
            birth.clusterId(),
            contacts,
            view.spec().timings().joinDeadline().toMillis(),
            view.spec().timings().learnerLag());
    return issue(situation, join, supersedes, reason, node);
  }

  /** Tells a healthy voter to remove a member that is proven dead. */
  static Plan removeDead(Situation situation, Node executor, Death death, Reason reason) {
    return provenBy(
        death, situation, remove(situation, executor, death.member().id(), false, reason));
  }

  /** Where a node's report proves a member dead, what follows rests on that report too. */
  static Plan provenBy(Death death, Situation situation, Plan plan) {
    if (!(plan.decision() instanceof Decision.Issue)) {
      return plan;
    }
    Map<InstanceId, ReliedOn> reliedOn = new HashMap<>(plan.reliedOn());
    death
        .reportedBy()
        .flatMap(situation::node)
        .ifPresent(node -> reliedOn.put(death.instance(), death.reliedOn(node.heartbeat())));
    return new Plan(plan.decision(), plan.status(), reliedOn);
  }

  /** Tells a healthy voter to remove a learner, provided that it still has not started. */
  static Plan removeUnstarted(Situation situation, Node executor, MemberId target, Reason reason) {
    return remove(situation, executor, target, true, reason);
  }

  private static Plan remove(
      Situation situation, Node executor, MemberId target, boolean onlyUnstarted, Reason reason) {
    ClusterView view = situation.view();
    RemoveMember remove =
        new RemoveMember(
            header(view, InstructionKind.REMOVE_MEMBER, executor.heartbeat().instance()),
            view.lineage().birth().orElseThrow().clusterId(),
            target,
            onlyUnstarted,
            reason.message());
    return issue(situation, remove, Optional.of(target), reason, executor);
  }

  private static InstructionHeader header(
      ClusterView view, InstructionKind kind, InstanceId executor) {
    String id =
        kind.name().toLowerCase(Locale.ROOT).replace('_', '-')
            + "-"
            + view.token()
            + "-"
            + view.nonce();
    return new InstructionHeader(
        id,
        executor,
        view.lineage().uid(),
        view.lineage().generation(),
        view.token(),
        view.observedAt());
  }

  private static Plan issue(
      Situation situation,
      Instruction instruction,
      Optional<MemberId> target,
      Reason reason,
      Node executor) {
    InstructionHeader header = instruction.header();
    Operation operation =
        new Operation(
            header.id(),
            instruction.kind(),
            header.executor(),
            target,
            situation.view().observedAt(),
            false);
    Map<InstanceId, ReliedOn> reliedOn = new HashMap<>(situation.witnesses());
    reliedOn.put(header.executor(), ReliedOn.of(executor.heartbeat()));
    return new Plan(
        new Decision.Issue(reason, instruction), situation.status().opening(operation), reliedOn);
  }
}
