package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.Generation;
import io.quorate.state.DataHolders;
import io.quorate.state.Heartbeat;
import io.quorate.state.Holder;
import io.quorate.state.Status;
import java.time.Instant;

/**
 * Who was let have data, recorded again where no record of it is left: the table was emptied and
 * rebuilt, or an older release kept none. Only while a quorum is seen to serve: its list names
 * everyone who can ever serve again, and whoever joins later is recorded before. Members of the
 * list that have no row stay in the fence set by the list itself, see {@link FenceSet}. Not while
 * the controller is halted for an older table: nobody has said yet that every node has reported,
 * and the first look after the loss takes rows that stand still for fresh ones.
 */
public final class HoldersAgain {
  private HoldersAgain() {}

  /** The status with every node that holds a member of this generation, on its present disk. */
  public static Status of(ClusterState clusterState, Status next) {
    Generation generation = clusterState.view().lineage().generation();
    // As it was read: a JOIN of this turn has its node recorded already, and nobody else.
    boolean recorded =
        clusterState.status().data().holders().values().stream()
            .anyMatch(holder -> holder.generation().equals(generation));
    boolean trusted = next.tableRollback().isEmpty() && next.proven().isPresent();
    if (recorded || !trusted || !clusterState.quorum().serves()) {
      return next;
    }
    Instant now = clusterState.view().observedAt();
    DataHolders holders = next.data();
    for (var node : clusterState.nodes()) {
      Heartbeat row = node.heartbeat();
      if (row.identity().filter(held -> held.generation().equals(generation)).isPresent()) {
        holders = holders.with(row.instance(), new Holder(generation, row.boot().diskId(), now));
      }
    }
    return next.withData(holders);
  }
}
