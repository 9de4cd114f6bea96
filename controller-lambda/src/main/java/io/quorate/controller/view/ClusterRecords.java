package io.quorate.controller.view;

import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.task.TaskSlot;
import java.util.List;
import java.util.Map;

/**
 * A cluster's records beside spec, lineage, status and the instruction slots.
 *
 * @param taskSlots every known node's task slot, where one was ever used
 * @param requests what operators asked for, oldest first; closed ones until they are pruned
 * @param snapshots the catalogue, oldest first
 * @param bucket what the bucket holds of snapshots
 */
public record ClusterRecords(
    Map<InstanceId, TaskSlot> taskSlots,
    List<Request> requests,
    List<SnapshotRecord> snapshots,
    BucketView bucket) {
  /** There are none. */
  public static final ClusterRecords NONE =
      new ClusterRecords(Map.of(), List.of(), List.of(), new BucketView.NotObserved());

  public ClusterRecords {
    taskSlots = Map.copyOf(taskSlots);
    requests = List.copyOf(requests);
    snapshots = List.copyOf(snapshots);
  }

  /** The same with another look at the bucket. */
  public ClusterRecords with(BucketView seen) {
    return new ClusterRecords(taskSlots, requests, snapshots, seen);
  }
}
