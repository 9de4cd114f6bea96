package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.IssueInstruction;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.DeathProof;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.LeaveCluster;
import io.quorate.instruction.RemoveMember;
import io.quorate.instruction.RestartMember;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Holder;
import io.quorate.state.Operation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the plans that issue an instruction: the instruction, its operation, its evidence. */
public final class InstructionFactory {
  private static final Duration LEAVE_DEADLINE = Duration.ofMinutes(1);

  /** A database of gigabytes is read before etcd serves. */
  private static final Duration RESTART_DEADLINE = Duration.ofMinutes(5);

  private InstructionFactory() {}

  /**
   * Tells a node to become a member, removing its own dead former member first. It is recorded as a
   * holder before it can have data.
   */
  public static Plan join(
      ClusterState clusterState,
      ObservedNode node,
      Optional<MemberId> formerMember,
      Reason reason) {
    ClusterView view = clusterState.view();
    Bootstrap bootstrap = view.lineage().bootstrap().orElseThrow();
    JoinCluster join =
        new JoinCluster(
            header(view, InstructionKind.JOIN, node.heartbeat().instance()),
            formerMember,
            bootstrap.clusterToken(),
            bootstrap.clusterId(),
            contacts(clusterState, node),
            view.spec().timings().joinDeadline().toMillis(),
            view.spec().timings().learnerLag());
    Plan told = issue(clusterState, join, formerMember, reason, node);
    Holder holder =
        new Holder(bootstrap.generation(), node.heartbeat().boot().diskId(), view.observedAt());
    return new Plan(
        told.decision(),
        told.status().withData(told.status().data().with(node.heartbeat().instance(), holder)),
        told.heartbeatEvidence());
  }

  /** Tells a healthy voter to remove a member that is proven dead. */
  public static Plan removeDead(
      ClusterState clusterState, ObservedNode executor, DeathProof death, Reason reason) {
    return provenBy(
        death, clusterState, remove(clusterState, executor, death.member().id(), false, reason));
  }

  /** Where a node's report proves a member dead, what follows rests on that report too. */
  public static Plan provenBy(DeathProof death, ClusterState clusterState, Plan plan) {
    if (!(plan.decision() instanceof IssueInstruction)) {
      return plan;
    }
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence = new HashMap<>(plan.heartbeatEvidence());
    death
        .reportedBy()
        .flatMap(clusterState::node)
        .ifPresent(
            node ->
                heartbeatEvidence.put(death.instance(), death.heartbeatEvidence(node.heartbeat())));
    return new Plan(plan.decision(), plan.status(), heartbeatEvidence);
  }

  /** Tells a healthy voter to remove a learner, provided that it still has not started. */
  public static Plan removeUnstarted(
      ClusterState clusterState, ObservedNode executor, MemberId target, Reason reason) {
    return remove(clusterState, executor, target, true, reason);
  }

  private static Plan remove(
      ClusterState clusterState,
      ObservedNode executor,
      MemberId target,
      boolean onlyUnstarted,
      Reason reason) {
    ClusterView view = clusterState.view();
    RemoveMember remove =
        new RemoveMember(
            header(view, InstructionKind.REMOVE_MEMBER, executor.heartbeat().instance()),
            view.lineage().bootstrap().orElseThrow().clusterId(),
            target,
            onlyUnstarted,
            reason.message());
    return issue(clusterState, remove, Optional.of(target), reason, executor);
  }

  /** Tells a member to leave; the other healthy voters are whom it may ask. */
  public static Plan leave(
      ClusterState clusterState, ObservedNode node, MemberId member, Reason reason) {
    ClusterView view = clusterState.view();
    LeaveCluster leave =
        new LeaveCluster(
            header(view, InstructionKind.LEAVE, node.heartbeat().instance()),
            view.lineage().bootstrap().orElseThrow().clusterId(),
            member,
            contacts(clusterState, node),
            LEAVE_DEADLINE.toMillis());
    return issue(clusterState, leave, Optional.of(member), reason, node);
  }

  /** Tells a member to restart its etcd, so that it takes what the spec asks of its start. */
  public static Plan restart(
      ClusterState clusterState,
      ObservedNode node,
      MemberId member,
      String settings,
      Reason reason) {
    ClusterView view = clusterState.view();
    RestartMember restart =
        new RestartMember(
            header(view, InstructionKind.RESTART_MEMBER, node.heartbeat().instance()),
            view.lineage().bootstrap().orElseThrow().clusterId(),
            member,
            contacts(clusterState, node),
            settings,
            RESTART_DEADLINE.toMillis());
    return issue(clusterState, restart, Optional.empty(), reason, node);
  }

  /** The other healthy voters' client URLs. */
  private static List<String> contacts(ClusterState clusterState, ObservedNode node) {
    return clusterState.quorum().healthyVoters().stream()
        .filter(voter -> !voter.heartbeat().instance().equals(node.heartbeat().instance()))
        .map(voter -> voter.heartbeat().endpoints().clientUrl())
        .toList();
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
      ClusterState clusterState,
      Instruction instruction,
      Optional<MemberId> target,
      Reason reason,
      ObservedNode executor) {
    InstructionHeader header = instruction.header();
    Operation operation =
        new Operation(
            header.id(),
            instruction.kind(),
            header.executor(),
            target,
            clusterState.view().observedAt(),
            false);
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence =
        new HashMap<>(clusterState.quorum().heartbeatEvidence());
    heartbeatEvidence.put(header.executor(), HeartbeatVersion.of(executor.heartbeat()));
    return new Plan(
        new IssueInstruction(reason, instruction),
        clusterState.status().opening(operation),
        heartbeatEvidence);
  }
}
