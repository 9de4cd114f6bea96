package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.ExpireSnapshots;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OpenCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records that snapshots which the retention lets go will be deleted, a bounded number at a time;
 * none that a task or an open request names, and only where all lines were read, as they are each
 * hour. While no quorum is seen to serve, nothing goes: the snapshots may be all that is left, or
 * members write to another table than this.
 */
public final class ExpireOldSnapshots implements Rule {
  private static final int AT_ONCE = 10;

  @Override
  public String code() {
    return "EXPIRE_SNAPSHOTS";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    if (!clusterState.quorum().serves() || !clusterState.view().records().wholeCatalogue()) {
      return Optional.empty();
    }
    List<SnapshotRecord> expired =
        Retention.toDelete(
                clusterState.view().records().snapshots(),
                clusterState.view().spec().snapshots().keep(),
                named(clusterState),
                clusterState.view().observedAt())
            .stream()
            .limit(AT_ONCE)
            .toList();
    return expired.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plan(
                new ExpireSnapshots(
                    Reason.of(
                        "RETENTION",
                        expired.size()
                            + " snapshots are neither among those that the spec keeps"
                            + " nor pinned, nor the newest verified of a generation, or older than"
                            + " snapshots.keep.maxAge"),
                    expired),
                clusterState.status(),
                Map.of()));
  }

  private static Set<SnapshotId> named(ClusterState clusterState) {
    Stream<SnapshotId> tasks =
        clusterState.status().tasks().open().flatMap(OpenCommand::snapshot).stream();
    Stream<SnapshotId> requests =
        clusterState.view().records().requests().stream()
            .filter(request -> !request.state().closed())
            .flatMap(request -> SnapshotRequests.subject(request).stream());
    Set<SnapshotId> named = Stream.concat(tasks, requests).collect(Collectors.toSet());
    named.addAll(RestoredSnapshots.of(clusterState.view()));
    return named;
  }
}
