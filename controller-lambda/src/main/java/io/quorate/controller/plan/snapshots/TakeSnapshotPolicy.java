package io.quorate.controller.plan.snapshots;

import io.quorate.codec.Schema;
import io.quorate.codec.SnapshotCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.TakeSnapshot;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Snapshots to be taken. */
public final class TakeSnapshotPolicy extends MaintenancePolicy {
  private static final Duration AT_LEAST = Duration.ofMinutes(10);
  static final long BYTES_PER_SECOND = 2L << 20;

  @Override
  public CommandKind kind() {
    return CommandKind.TAKE_SNAPSHOT;
  }

  /** The plan that takes the snapshot that is due; empty while none is, or nobody may take it. */
  public static Optional<Plan> due(ClusterState clusterState) {
    return SnapshotDue.take(clusterState)
        .flatMap(
            reason ->
                SnapshotDue.executor(clusterState)
                    .map(node -> start(clusterState, node, reason, Optional.empty())));
  }

  private static Plan start(
      ClusterState clusterState, ObservedNode node, Reason reason, Optional<Request> request) {
    SnapshotId id = mint(clusterState);
    long size = ClusterState.statusOf(node).dbSizeBytes();
    TakeSnapshot take =
        new TakeSnapshot(
            CommandStart.header(clusterState, CommandKind.TAKE_SNAPSHOT, node),
            id,
            request.map(Request::by).orElse("scheduled"),
            AT_LEAST.plusSeconds(size / BYTES_PER_SECOND));
    return CommandStart.maintenance(
        clusterState,
        node,
        take,
        new CommandStart.Subject("snapshot", id.value()),
        reason.and("snapshot", id),
        request);
  }

  private static SnapshotId mint(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    Catalogue catalogue = Catalogue.of(clusterState);
    int salt = view.nonce().hashCode();
    SnapshotId id = SnapshotId.of(view.observedAt(), view.lineage().generation(), salt);
    for (int more = 1; catalogue.find(id).isPresent() && more < 16; more++) {
      id = SnapshotId.of(view.observedAt(), view.lineage().generation(), salt + more);
    }
    return id;
  }

  @Override
  public Optional<RequestKind> request() {
    return Optional.of(RequestKind.TAKE_SNAPSHOT);
  }

  @Override
  public Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    return Optional.of(start(clusterState, node, reason, Optional.of(request)));
  }

  /** It is written once, under a name of its own. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    try {
      SnapshotManifest manifest = manifest(clusterState, open, answer);
      return EndedCommand.done(
          open,
          "snapshot " + manifest.id() + " at revision " + manifest.position().revision(),
          line(clusterState, manifest));
    } catch (UnreadableRecordException e) {
      return EndedCommand.failed(
          open, "OTHER: the outcome is no manifest of its snapshot: " + e.getMessage());
    }
  }

  /** The bucket may have been looked at before the outcome was read. */
  private static Optional<CatalogueChange> line(
      ClusterState clusterState, SnapshotManifest manifest) {
    Optional<SnapshotRecord> there = Catalogue.of(clusterState).find(manifest.id());
    return there.isEmpty()
        ? Optional.of(CatalogueChange.add(SnapshotRecord.taken(manifest)))
        : there
            .filter(SnapshotRecord::found)
            .map(line -> CatalogueChange.replace(line, line.broughtBack()));
  }

  private static SnapshotManifest manifest(
      ClusterState clusterState, OpenCommand open, Outcome outcome) {
    Map<String, Object> values = new LinkedHashMap<>(outcome.values());
    values.putIfAbsent(Schema.ATTRIBUTE, Schema.VERSION);
    return SnapshotCodec.manifest(
        values,
        "outcome of " + outcome.commandId(),
        clusterState.view().cluster(),
        clusterState.view().lineage().uid(),
        new SnapshotId(open.subject()));
  }
}
