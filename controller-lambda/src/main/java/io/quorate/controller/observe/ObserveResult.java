package io.quorate.controller.observe;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.state.TableRollback;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a look at a cluster came to. */
public sealed interface ObserveResult {
  /** What the lease's next holder should know of this look. */
  Map<InstanceId, HeartbeatProgress> heartbeatProgress();

  /**
   * All that could be learnt.
   *
   * @param view for the planner
   * @param heartbeatProgress of every heartbeat read
   * @param entry the cluster's line in the fleet, where the fleet was looked at
   * @param unreadable why rows of single nodes were left out of the view
   * @param shards whether the fleet is so large that its shards tell of its health, too
   */
  record Seen(
      ClusterView view,
      Map<InstanceId, HeartbeatProgress> heartbeatProgress,
      Optional<FleetEntry> entry,
      List<String> unreadable,
      boolean shards)
      implements ObserveResult {
    public Seen {
      heartbeatProgress = Map.copyOf(heartbeatProgress);
      unreadable = List.copyOf(unreadable);
    }

    /** The same, after this turn wrote these two records. */
    public Seen after(Lineage lineage, Status status) {
      return new Seen(view.after(lineage, status), heartbeatProgress, entry, unreadable, shards);
    }
  }

  /**
   * A record that every decision needs is missing or cannot be read.
   *
   * @param type the condition to show
   * @param message where, what stands there, and what to do
   * @param status what earlier turns left; absent when that cannot be read either
   * @param tableRollback what a node has seen proves the table older than the cluster
   * @param heartbeatProgress of every heartbeat read
   * @param at when it was looked at
   */
  record Halted(
      Condition.Type type,
      String message,
      Optional<Status> status,
      Optional<TableRollback> tableRollback,
      Map<InstanceId, HeartbeatProgress> heartbeatProgress,
      Instant at)
      implements ObserveResult {
    public Halted {
      heartbeatProgress = Map.copyOf(heartbeatProgress);
    }
  }

  /** No such cluster was ever applied. */
  record NoCluster() implements ObserveResult {
    @Override
    public Map<InstanceId, HeartbeatProgress> heartbeatProgress() {
      return Map.of();
    }
  }
}
