package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.DeleteSnapshot;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes a snapshot whose deletion is recorded, the oldest first, until the bucket has none of it.
 * While the bucket is away, it is asked again later each time; what it refuses to delete is asked
 * for again only when an operator wants it. While no quorum is seen to serve, nothing is deleted.
 */
public final class DeleteExpiredSnapshot implements Rule {
  @Override
  public String code() {
    return "DELETE_SNAPSHOT";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** Its deletion was recorded before, or an operator asked for it. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    Status status = clusterState.status();
    if (!clusterState.quorum().serves()
        || !status.tasks().bucket().mayAsk(BucketUse.SNAPSHOTS, clusterState.view().observedAt())) {
      return Optional.empty();
    }
    return clusterState.view().records().snapshots().stream()
        .filter(record -> record.state() == SnapshotRecord.State.DELETING && !record.kept())
        .findFirst()
        .map(
            record ->
                new Plan(
                    new DeleteSnapshot(
                        Reason.of(
                            "DELETION_RECORDED", "snapshot " + record.id() + " is to be deleted"),
                        clusterState.view().cluster(),
                        clusterState.view().lineage().uid(),
                        record),
                    status.withTasks(
                        status
                            .tasks()
                            .withBucket(status.tasks().bucket().succeeded(BucketUse.SNAPSHOTS))),
                    Map.of()));
  }
}
