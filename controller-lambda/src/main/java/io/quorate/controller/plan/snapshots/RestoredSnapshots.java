package io.quorate.controller.plan.snapshots;

import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Fork;
import io.quorate.state.Origin;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The snapshots that the lineage or a recovery names: no retention deletes one of them (I8). */
public final class RestoredSnapshots {
  private RestoredSnapshots() {}

  /** Their ids. */
  public static Set<SnapshotId> of(ClusterView view) {
    Stream<SnapshotId> restored = view.lineage().ancestors().stream().map(Fork::snapshot);
    Stream<SnapshotId> source =
        view.records().recovery().flatMap(Recovery::source).map(RecoverySource::snapshot).stream();
    Stream<SnapshotId> salvaged =
        view.records().recovery().stream()
            .flatMap(recovery -> recovery.salvages().stream())
            .map(Salvage::snapshot);
    Stream<SnapshotId> origin = view.lineage().origin().map(Origin::snapshot).stream();
    return Stream.of(restored, source, salvaged, origin)
        .flatMap(ids -> ids)
        .collect(Collectors.toSet());
  }
}
