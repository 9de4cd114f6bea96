package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Snapshots to be restored in isolation and compared with their manifests. */
public final class VerifySnapshotPolicy extends MaintenancePolicy {
  private static final Duration AT_LEAST = Duration.ofMinutes(15);

  @Override
  public CommandKind kind() {
    return CommandKind.VERIFY_SNAPSHOT;
  }

  /** The plan that verifies the snapshot that is due; empty while none is, or nobody may. */
  public static Optional<Plan> due(ClusterState clusterState) {
    return SnapshotDue.verify(clusterState)
        .flatMap(
            snapshot ->
                new VerifySnapshotPolicy()
                    .executor(clusterState)
                    .map(node -> due(clusterState, node, snapshot)))
        .or(() -> preflight(clusterState));
  }

  private static Plan due(ClusterState clusterState, ObservedNode node, SnapshotRecord snapshot) {
    Reason reason =
        Reason.of("VERIFICATION_DUE", "snapshot " + snapshot.id() + " was never restored");
    return start(clusterState, node, snapshot, writer(node, snapshot), reason, Optional.empty());
  }

  /**
   * The release that wrote it, where the node can run that beside the installed one: the data are
   * what the release makes of them that serves the cluster.
   */
  private static Optional<EtcdVersion> writer(ObservedNode node, SnapshotRecord snapshot) {
    return EtcdVersion.parse(snapshot.manifest().etcdVersion())
        .filter(release -> Preflight.able(node, release))
        .filter(release -> node.heartbeat().runs().prepared().contains(release));
  }

  private static Optional<Plan> preflight(ClusterState clusterState) {
    return Preflight.due(clusterState)
        .filter(trial -> !CommandBackoff.waits(clusterState, CommandKind.VERIFY_SNAPSHOT))
        .flatMap(
            trial ->
                executor(clusterState, node -> Preflight.able(node, trial.release()))
                    .map(node -> preflight(clusterState, node, trial)));
  }

  private static Plan preflight(
      ClusterState clusterState, ObservedNode node, Preflight.Trial trial) {
    SnapshotRecord snapshot = trial.snapshot();
    Reason reason =
        Reason.of(
                "PREFLIGHT_DUE",
                "members are to run etcd "
                    + trial.release()
                    + ", which has not restored snapshot "
                    + snapshot.id()
                    + " yet")
            .and("release", trial.release());
    return start(
        clusterState, node, snapshot, Optional.of(trial.release()), reason, Optional.empty());
  }

  private static Plan start(
      ClusterState clusterState,
      ObservedNode node,
      SnapshotRecord snapshot,
      Optional<EtcdVersion> release,
      Reason reason,
      Optional<Request> request) {
    VerifySnapshot verify =
        new VerifySnapshot(
            CommandStart.header(clusterState, CommandKind.VERIFY_SNAPSHOT, node),
            snapshot.id(),
            AT_LEAST.plusSeconds(
                3 * snapshot.manifest().sizeBytes() / TakeSnapshotPolicy.BYTES_PER_SECOND),
            release);
    return CommandStart.maintenance(
        clusterState,
        node,
        verify,
        new CommandStart.Subject("snapshot", snapshot.id().value()),
        reason.and("snapshot", snapshot.id()),
        request);
  }

  /** Never the leader, unless it is alone. */
  @Override
  public Optional<ObservedNode> executor(ClusterState clusterState) {
    return executor(clusterState, node -> true);
  }

  private static Optional<ObservedNode> executor(
      ClusterState clusterState, Predicate<ObservedNode> which) {
    boolean alone =
        clusterState.members().list().filter(known -> known.voters().size() > 1).isEmpty();
    return MaintenanceExecutors.choose(
        clusterState,
        CommandKind.VERIFY_SNAPSHOT,
        alone,
        instance -> clusterState.node(instance).filter(which).isPresent());
  }

  @Override
  public Optional<RequestKind> request() {
    return Optional.of(RequestKind.VERIFY_SNAPSHOT);
  }

  @Override
  public Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    return SnapshotRequests.subject(request)
        .flatMap(Catalogue.of(clusterState)::find)
        .map(
            snapshot ->
                start(
                    clusterState,
                    node,
                    snapshot,
                    writer(node, snapshot),
                    reason,
                    Optional.of(request)));
  }

  /** A verification never delays, for some seconds, the snapshot of what is in memory only. */
  @Override
  public Optional<Reason> givesWay(ClusterState clusterState, OpenCommand open) {
    return SnapshotDue.rescueAwaited(clusterState)
        ? Optional.of(
            Reason.of(
                "TASK_BESIDE_RESCUE",
                "%s on %s gives way to a snapshot of what a majority holds in memory only"
                    .formatted(open.kind(), open.executor())))
        : Optional.empty();
  }

  /** It writes a mark, once. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    Object millis = answer.values().get("restoreMillis");
    if (!(millis instanceof Number restored)) {
      return EndedCommand.failed(
          open, "OTHER: the outcome tells no restoreMillis: " + answer.values());
    }
    Optional<EtcdVersion> by = release(answer);
    Optional<EtcdVersion> other =
        Preflight.told(clusterState, open).filter(told -> !by.equals(Optional.of(told)));
    if (other.isPresent()) {
      return EndedCommand.failed(
          open,
          "OTHER: it was to be verified by etcd "
              + other.get()
              + ", and the outcome tells of "
              + by.map(EtcdVersion::toString).orElse("none"));
    }
    SnapshotRecord.Verified found =
        new SnapshotRecord.Verified(clusterState.view().observedAt(), restored.longValue(), by);
    return EndedCommand.done(
        open,
        "snapshot "
            + open.subject()
            + " was restored"
            + by.map(release -> " by etcd " + release).orElse("")
            + " in "
            + restored
            + " ms and is right",
        living(clusterState, open)
            .map(
                record -> CatalogueChange.replace(record, record.verifiedBy(found).broughtBack())));
  }

  private static Optional<EtcdVersion> release(Outcome answer) {
    return Optional.ofNullable(answer.values().get(VerifySnapshot.RELEASE))
        .map(Object::toString)
        .flatMap(EtcdVersion::parse);
  }

  /** A release that refuses what another one wrote is not rolled out. */
  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    return closed
        .rollOutHalt()
        .or(() -> Preflight.halt(clusterState, open, ended))
        .map(halt -> closed.withRollOutHalt(Optional.of(halt)))
        .orElse(closed);
  }

  /** Only what is proven bad is bad: all else says nothing about the snapshot. */
  @Override
  protected EndedCommand failed(ClusterState clusterState, OpenCommand open, Outcome answer) {
    if (Preflight.refused(answer)) {
      return EndedCommand.of(open, Outcome.Result.FAILED, answer.detail(), false, Optional.empty());
    }
    if (!CommandFailure.BAD.equals(answer.values().get(CommandFailure.VERDICT))) {
      return super.failed(clusterState, open, answer);
    }
    return EndedCommand.of(
        open,
        Outcome.Result.FAILED,
        "BAD: " + answer.detail(),
        false,
        living(clusterState, open)
            .map(record -> CatalogueChange.replace(record, record.failed(answer.detail()))));
  }

  private static Optional<SnapshotRecord> living(ClusterState clusterState, OpenCommand open) {
    return Catalogue.of(clusterState)
        .find(new SnapshotId(open.subject()))
        .filter(record -> record.state() != SnapshotRecord.State.DELETING);
  }
}
