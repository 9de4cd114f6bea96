package io.quorate.controller.plan;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.access.AuthChecks;
import io.quorate.controller.plan.access.ClosedChecks;
import io.quorate.controller.plan.certificates.CertificateChecks;
import io.quorate.controller.plan.dns.DnsChecks;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DatabaseSize;
import io.quorate.controller.plan.facts.HeldBack;
import io.quorate.controller.plan.facts.OpenOperation;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.controller.plan.hooks.HookChecks;
import io.quorate.controller.plan.instances.ExitChecks;
import io.quorate.controller.plan.instances.InstanceChecks;
import io.quorate.controller.plan.instances.NodeChecks;
import io.quorate.controller.plan.lifecycle.CloudChecks;
import io.quorate.controller.plan.lifecycle.HaltChecks;
import io.quorate.controller.plan.lifecycle.LineageChecks;
import io.quorate.controller.plan.lifecycle.PauseChecks;
import io.quorate.controller.plan.membership.HandMadeChecks;
import io.quorate.controller.plan.outdated.FinalizationApproval;
import io.quorate.controller.plan.recovery.QuorumChecks;
import io.quorate.controller.plan.recovery.RecoveryChecks;
import io.quorate.controller.plan.rollout.GroupChecks;
import io.quorate.controller.plan.rollout.RollOutChecks;
import io.quorate.controller.plan.rollout.UpgradeChecks;
import io.quorate.controller.plan.rollout.VersionChecks;
import io.quorate.controller.plan.sameness.DataChecks;
import io.quorate.controller.plan.snapshots.SnapshotChecks;
import io.quorate.controller.plan.space.DiskRoom;
import io.quorate.controller.plan.space.Fragmentation;
import io.quorate.controller.plan.space.SpaceCure;
import io.quorate.controller.plan.voters.Durability;
import io.quorate.controller.plan.voters.LeaderlessVoters;
import io.quorate.controller.plan.voters.Phases;
import io.quorate.controller.plan.voters.UnansweredVoters;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What holds and a person may need to know: one condition of a type, each kept with the instant at
 * which it began.
 */
public final class Conditions {
  /** Finds whether one type of condition holds; the text names what and the way out. */
  public interface Check {
    /** The message while it holds. */
    Optional<String> holds(ClusterState clusterState, Plan plan);
  }

  private record Named(Condition.Type type, Check check) {}

  private static final List<Named> CHECKS =
      List.of(
          new Named(Condition.Type.CLUSTER_DELETED, HaltChecks::deleted),
          new Named(Condition.Type.TABLE_ROLLED_BACK, HaltChecks::tableRolledBack),
          new Named(Condition.Type.WAITING_FOR_NODES, HaltChecks::waitingForNodes),
          new Named(Condition.Type.NODE_NOT_REGISTERED, NodeChecks::notRegistered),
          new Named(Condition.Type.MAJORITY_NOT_DURABLE, Durability::majorityNotDurable),
          new Named(Condition.Type.QUORUM_LOST, QuorumChecks::quorumLost),
          new Named(Condition.Type.RECOVERY_RUNS, RecoveryChecks::runs),
          new Named(Condition.Type.HIBERNATES, RecoveryChecks::hibernates),
          new Named(Condition.Type.RECOVERY_WAITS, RecoveryChecks::waits),
          new Named(Condition.Type.SOURCE_UNREADABLE, RecoveryChecks::sourceUnreadable),
          new Named(Condition.Type.DATA_RESTORED, RecoveryChecks::restored),
          new Named(Condition.Type.DIVERGENT_DATA, LineageChecks::divergent),
          new Named(Condition.Type.UNSEEN, QuorumChecks::unseen),
          new Named(Condition.Type.NO_QUORUM, QuorumChecks::noQuorum),
          new Named(
              Condition.Type.NO_LEADER_ELECTED,
              (clusterState, plan) -> LeaderlessVoters.seen(clusterState)),
          new Named(Condition.Type.REDUNDANCY_NONE, QuorumChecks::redundancyNone),
          new Named(Condition.Type.BOOTSTRAP_STALLED, QuorumChecks::bootstrapStalled),
          new Named(Condition.Type.VOTER_SILENT, UnansweredVoters::condition),
          new Named(Condition.Type.AGENT_SILENT, NodeChecks::agentSilent),
          new Named(Condition.Type.NODE_UNREACHABLE, NodeChecks::nodeUnreachable),
          new Named(Condition.Type.INSTANCE_STOPPED, InstanceChecks::stopped),
          new Named(Condition.Type.MEMBER_DATA_UNUSABLE, NodeChecks::dataUnusable),
          new Named(Condition.Type.MEMBER_KEEPS_EXITING, ExitChecks::keepsExiting),
          new Named(Condition.Type.DATA_FOREIGN, NodeChecks::dataForeign),
          new Named(Condition.Type.MEMBER_UNKNOWN, NodeChecks::memberUnknown),
          new Named(Condition.Type.MEMBER_NEVER_STARTED, HandMadeChecks::neverStarted),
          new Named(Condition.Type.PEER_URL_DIFFERS, HandMadeChecks::peerUrlDiffers),
          new Named(Condition.Type.JOIN_FAILING, NodeChecks::joinFailing),
          new Named(Condition.Type.EXECUTOR_SILENT, NodeChecks::executorSilent),
          new Named(
              Condition.Type.INSTRUCTION_MISSING,
              (clusterState, plan) -> OpenOperation.instructionMissing(clusterState)),
          new Named(Condition.Type.ETCD_ALARM, NodeChecks::etcdAlarm),
          new Named(
              Condition.Type.DATA_DISPUTED,
              (clusterState, plan) -> DataChecks.disputed(clusterState)),
          new Named(
              Condition.Type.DATA_DIFFERS,
              (clusterState, plan) -> DataChecks.differs(clusterState)),
          new Named(Condition.Type.AUTH_WITHOUT_IDENTITY, AuthChecks::withoutIdentity),
          new Named(
              Condition.Type.AUTH_DIFFERS,
              (clusterState, plan) -> AuthChecks.differs(clusterState)),
          new Named(
              Condition.Type.CLOSED_UNTIL_AUTH,
              (clusterState, plan) -> ClosedChecks.untilAuth(clusterState)),
          new Named(
              Condition.Type.CLOSED_TOO_LONG,
              (clusterState, plan) -> ClosedChecks.tooLong(clusterState)),
          new Named(
              Condition.Type.AUTH_UNSOUND,
              (clusterState, plan) -> AuthChecks.unsound(clusterState)),
          new Named(
              Condition.Type.DATA_EXCEEDS_QUOTA,
              (clusterState, plan) -> SpaceCure.exceeded(clusterState)),
          new Named(
              Condition.Type.QUOTA_NEAR,
              (clusterState, plan) -> DatabaseSize.nearQuota(clusterState)),
          new Named(
              Condition.Type.SPACE_FRAGMENTED,
              (clusterState, plan) -> Fragmentation.condition(clusterState)),
          new Named(
              Condition.Type.DISK_NEAR_FULL,
              (clusterState, plan) -> DiskRoom.nearFull(clusterState)),
          new Named(
              Condition.Type.ETCD_VERSION_MISMATCH,
              (clusterState, plan) -> VersionChecks.mismatch(clusterState)),
          new Named(Condition.Type.CERTIFICATE_EXPIRES, CertificateChecks::expires),
          new Named(Condition.Type.CERTIFICATE_EXPIRED, CertificateChecks::expired),
          new Named(
              Condition.Type.CERTIFICATE_UNFIT,
              (clusterState, plan) -> CertificateChecks.unfit(clusterState)),
          new Named(
              Condition.Type.ROLLOUT_HALTED,
              (clusterState, plan) -> RollOutChecks.halted(clusterState)),
          new Named(
              Condition.Type.RESTART_AWAITED,
              (clusterState, plan) -> RollOutChecks.awaited(clusterState)),
          new Named(
              Condition.Type.UPGRADE_RUNS,
              (clusterState, plan) -> UpgradeChecks.runs(clusterState)),
          new Named(
              Condition.Type.UPGRADE_BLOCKED,
              (clusterState, plan) -> UpgradeChecks.blocked(clusterState)),
          new Named(
              Condition.Type.UPGRADE_NEEDS_APPROVAL,
              (clusterState, plan) -> FinalizationApproval.needed(clusterState)),
          new Named(
              Condition.Type.UPGRADE_HALTED,
              (clusterState, plan) -> RollOutChecks.upgradeHalted(clusterState)),
          new Named(
              Condition.Type.ETCD_RELEASE_OUTDATED,
              (clusterState, plan) -> UpgradeChecks.releaseOutdated(clusterState)),
          new Named(Condition.Type.LINEAGE_NOT_MIRRORED, LineageChecks::notMirrored),
          new Named(Condition.Type.SNAPSHOT_OVERDUE, SnapshotChecks::overdue),
          new Named(Condition.Type.SNAPSHOT_UNVERIFIED, SnapshotChecks::unverified),
          new Named(Condition.Type.SNAPSHOT_FAILED, SnapshotChecks::failed),
          new Named(Condition.Type.OBJECTS_UNREADABLE, SnapshotChecks::unreadable),
          new Named(Condition.Type.NODE_ROW_UNREADABLE, HaltChecks::nodeRowUnreadable),
          new Named(Condition.Type.ROWS_OF_STRANGERS, HaltChecks::rowsOfStrangers),
          new Named(Condition.Type.FLEET_BREAKER, HaltChecks::fleetBreaker),
          new Named(Condition.Type.TERMINATION_BLOCKED, HaltChecks::terminationBlocked),
          new Named(Condition.Type.TERMINATION_HELD, HookChecks::terminationHeld),
          new Named(Condition.Type.HOOK_UNANSWERED, HookChecks::unanswered),
          new Named(Condition.Type.CAPACITY_BELOW_MEMBERS, InstanceChecks::capacityBelowMembers),
          new Named(Condition.Type.GROUP_UNKNOWN, HaltChecks::groupUnknown),
          new Named(
              Condition.Type.CLOUD_UNANSWERED,
              (clusterState, plan) ->
                  CloudChecks.unanswered(
                      clusterState.view().records().unanswered(),
                      clusterState.view().observedAt())),
          new Named(Condition.Type.GROUP_UNSAFE, GroupChecks::unsafe),
          new Named(Condition.Type.LAUNCHES_FAIL, GroupChecks::launchesFail),
          new Named(Condition.Type.PROCESSES_SUSPENDED, GroupChecks::processesSuspended),
          new Named(Condition.Type.HOOKS_MISSING, GroupChecks::hooksMissing),
          new Named(Condition.Type.HOOK_ABANDONS, GroupChecks::hookAbandons),
          new Named(Condition.Type.HOOK_FOREIGN, GroupChecks::hookForeign),
          new Named(Condition.Type.LAUNCHES_ABANDONED, HookChecks::launchesAbandoned),
          new Named(Condition.Type.INTERRUPTION_ANNOUNCED, InstanceChecks::interrupted),
          new Named(Condition.Type.REBALANCE_RECOMMENDED, InstanceChecks::rebalance),
          new Named(Condition.Type.CAPACITY_ABOVE_MAXIMUM, GroupChecks::capacityAboveMaximum),
          new Named(Condition.Type.MEMBER_IN_STANDBY, GroupChecks::memberInStandby),
          new Named(
              Condition.Type.NODES_OUTDATED,
              (clusterState, plan) -> GroupChecks.nodesOutdated(clusterState)),
          new Named(Condition.Type.DNS_LATE, (clusterState, plan) -> DnsChecks.late(clusterState)),
          new Named(
              Condition.Type.DNS_NAME_TAKEN, (clusterState, plan) -> DnsChecks.taken(clusterState)),
          new Named(
              Condition.Type.DNS_PUT_BACK,
              (clusterState, plan) -> DnsChecks.putBack(clusterState)));

  /** What may need a person although no member is to serve. */
  private static final Set<Condition.Type> TOLD_AT_REST =
      EnumSet.of(
          Condition.Type.TABLE_ROLLED_BACK,
          Condition.Type.HIBERNATES,
          Condition.Type.DIVERGENT_DATA,
          Condition.Type.LINEAGE_NOT_MIRRORED,
          Condition.Type.OBJECTS_UNREADABLE,
          Condition.Type.NODE_ROW_UNREADABLE,
          Condition.Type.ROWS_OF_STRANGERS,
          Condition.Type.TERMINATION_BLOCKED,
          Condition.Type.GROUP_UNKNOWN,
          Condition.Type.CLOUD_UNANSWERED,
          Condition.Type.LAUNCHES_FAIL,
          Condition.Type.LAUNCHES_ABANDONED,
          Condition.Type.DNS_LATE,
          Condition.Type.DNS_NAME_TAKEN,
          Condition.Type.PAUSED);

  /** That no quorum serves is meant so while a cluster is put to rest or comes back. */
  private static final Set<Condition.Type> NOT_TOLD_MEANWHILE =
      EnumSet.of(Condition.Type.QUORUM_LOST, Condition.Type.NO_QUORUM, Condition.Type.UNSEEN);

  private Conditions() {}

  /**
   * All that hold.
   *
   * @param heldBack what a pause keeps from being done
   */
  public static List<Condition> of(ClusterState clusterState, Plan plan, List<HeldBack> heldBack) {
    List<Condition> holding = new ArrayList<>();
    List<Named> checks =
        CHECKS.stream().filter(named -> tells(clusterState, plan, named.type())).toList();
    for (Named named : checks) {
      named
          .check()
          .holds(clusterState, plan)
          .map(message -> condition(clusterState, named.type(), message))
          .ifPresent(holding::add);
    }
    if (tells(clusterState, plan, Condition.Type.PAUSED)) {
      PauseChecks.paused(clusterState, heldBack)
          .map(message -> condition(clusterState, Condition.Type.PAUSED, message))
          .ifPresent(holding::add);
    }
    return holding;
  }

  /**
   * Of a deleted cluster nothing else is told: nobody is to mend it. Nor is anything told of
   * members while a cluster is to have none.
   */
  private static boolean tells(ClusterState clusterState, Plan plan, Condition.Type type) {
    if (clusterState.view().lineage().state() == Lineage.State.DELETED) {
      return type == Condition.Type.CLUSTER_DELETED;
    }
    return Phases.of(clusterState, plan) == Phase.HIBERNATED
        ? TOLD_AT_REST.contains(type)
        : !(NOT_TOLD_MEANWHILE.contains(type)
            && RunningRecovery.of(clusterState)
                .filter(running -> running.recovery().hibernates())
                .isPresent());
  }

  private static Condition condition(
      ClusterState clusterState, Condition.Type type, String message) {
    Instant since =
        clusterState.view().status().conditions().stream()
            .filter(held -> held.type() == type)
            .map(Condition::since)
            .findFirst()
            .orElse(clusterState.view().observedAt());
    return new Condition(type, message, since);
  }
}
