package io.quorate.controller.plan.recovery;

import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.List;
import java.util.stream.Collectors;

/** Names the snapshots that only an operator may choose, where there is no other. */
final class DifferingSources {
  private static final int NAMED = 5;

  private DifferingSources() {}

  /** What to add to a message that no snapshot can be restored; empty where there are none. */
  static String words(ClusterView view) {
    List<SnapshotId> differing =
        EligibleSources.restorable(view).stream()
            .filter(SnapshotRecord::differs)
            .map(SnapshotRecord::id)
            .toList();
    return differing.isEmpty()
        ? ""
        : "; not restored by itself is what was taken from a voter whose data differed from those"
            + " of a majority: "
            + differing.stream()
                .limit(NAMED)
                .map(SnapshotId::value)
                .collect(Collectors.joining(", "))
            + "; to restore one all the same: quorate recover plan "
            + view.cluster()
            + " --snapshot "
            + differing.getFirst();
  }
}
