package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
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
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.Optional;

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
                    .map(node -> due(clusterState, node, snapshot)));
  }

  private static Plan due(ClusterState clusterState, ObservedNode node, SnapshotRecord snapshot) {
    Reason reason =
        Reason.of("VERIFICATION_DUE", "snapshot " + snapshot.id() + " was never restored");
    return start(clusterState, node, snapshot, reason, Optional.empty());
  }

  private static Plan start(
      ClusterState clusterState,
      ObservedNode node,
      SnapshotRecord snapshot,
      Reason reason,
      Optional<Request> request) {
    VerifySnapshot verify =
        new VerifySnapshot(
            CommandStart.header(clusterState, CommandKind.VERIFY_SNAPSHOT, node),
            snapshot.id(),
            AT_LEAST.plusSeconds(
                3 * snapshot.manifest().sizeBytes() / TakeSnapshotPolicy.BYTES_PER_SECOND));
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
    boolean alone =
        clusterState.members().list().filter(known -> known.voters().size() > 1).isEmpty();
    return MaintenanceExecutors.choose(clusterState, kind(), alone, instance -> true);
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
        .map(snapshot -> start(clusterState, node, snapshot, reason, Optional.of(request)));
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
    SnapshotRecord.Verified found =
        new SnapshotRecord.Verified(clusterState.view().observedAt(), restored.longValue());
    return EndedCommand.done(
        open,
        "snapshot " + open.subject() + " was restored in " + restored + " ms and is right",
        living(clusterState, open)
            .map(
                record -> CatalogueChange.replace(record, record.verifiedBy(found).broughtBack())));
  }

  /** Only what is proven bad is bad: all else says nothing about the snapshot. */
  @Override
  protected EndedCommand failed(ClusterState clusterState, OpenCommand open, Outcome answer) {
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
