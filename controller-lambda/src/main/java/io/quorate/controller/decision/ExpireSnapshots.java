package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Status;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Records that snapshots will be deleted: from then on none is a source. Deleting them is a later
 * decision.
 */
public record ExpireSnapshots(Reason reason, List<SnapshotRecord> snapshots) implements Decision {
  public ExpireSnapshots {
    snapshots = List.copyOf(snapshots);
  }

  @Override
  public String code() {
    return "EXPIRE_SNAPSHOTS";
  }

  @Override
  public String summary() {
    return "record the intent to delete " + snapshots.size() + " snapshots";
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(
        snapshots.stream()
            .map(record -> CatalogueChange.replace(record, record.deleting()))
            .map(change -> change.write(view.cluster(), view.observedAt()))
            .toList());
  }

  @Override
  public Reason journalled() {
    return reason.and(
        "snapshots",
        snapshots.stream().map(record -> record.id().value()).collect(Collectors.joining(", ")));
  }
}
