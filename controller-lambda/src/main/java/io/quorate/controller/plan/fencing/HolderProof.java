package io.quorate.controller.plan.fencing;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.DataHolding;
import io.quorate.state.Heartbeat;
import java.util.Optional;

/**
 * What a living node's own heartbeat proves about its data. A verdict alone is no proof: it may not
 * be journalled yet, and an etcd whose directory was deleted goes on acknowledging for a while.
 *
 * <p>An empty disk proves nothing of a generation that its agent has not begun: it may still start
 * it, and would serve beside the next one (I1).
 */
final class HolderProof {
  private HolderProof() {}

  /**
   * What became of a holder that EC2 does not show terminated.
   *
   * @param told the generation that it was told to begin or to join; empty where it was told none
   * @param disk the disk on which it was let have data, where that is known
   */
  static HolderEnd of(
      ClusterState clusterState,
      ObservedNode node,
      Optional<Generation> told,
      Optional<String> disk) {
    Heartbeat row = node.heartbeat();
    InstanceId instance = row.instance();
    if (clusterState.health().silent(node)) {
      return new HolderEnd.Unknown(
          instance,
          "its agent is silent and EC2 shows it "
              + clusterState.instance(instance)
              + ": wait for it, or terminate it when its data is to be given up");
    }
    Optional<HolderEnd> fenced = FenceProof.of(clusterState, row, disk);
    if (fenced.isPresent()) {
      return fenced.get();
    }
    Optional<DataHolding> holds = row.report().holds();
    if (holds.isEmpty()) {
      return new HolderEnd.Unknown(
          instance, "its agent does not tell whether it holds data (data " + row.data() + ")");
    }
    return switch (holds.get().state()) {
      case DATA ->
          new HolderEnd.Unknown(
              instance,
              "it holds data ("
                  + row.data()
                  + "): start its etcd, or terminate it when its data is to be given up");
      case UNKNOWN ->
          new HolderEnd.Unknown(
              instance, "its agent cannot prove whether it holds data (data " + row.data() + ")");
      case NONE -> none(row, holds.get(), told, disk);
    };
  }

  private static HolderEnd none(
      Heartbeat row, DataHolding holds, Optional<Generation> told, Optional<String> disk) {
    Optional<String> named = disk.filter(id -> !id.isEmpty());
    if (named.isEmpty() && told.isPresent()) {
      return new HolderEnd.Unknown(
          row.instance(), "it holds none, but no record names the disk on which it held data");
    }
    if (named.filter(id -> !id.equals(holds.diskId())).isPresent()) {
      return new HolderEnd.Unknown(
          row.instance(),
          "disk "
              + holds.diskId()
              + " holds none, but it held data on disk "
              + named.get()
              + ", which may come back");
    }
    if (told.filter(row.seenGeneration()::before).isPresent()) {
      return new HolderEnd.Unknown(
          row.instance(),
          "it holds none yet, and may still begin generation " + told.get() + ", as it was told");
    }
    return new HolderEnd.Gone(
        row.instance(),
        "its agent proves that disk "
            + holds.diskId()
            + " holds none: "
            + holds.cause().orElseThrow(),
        Optional.of(HeartbeatVersion.now(row)));
  }
}
