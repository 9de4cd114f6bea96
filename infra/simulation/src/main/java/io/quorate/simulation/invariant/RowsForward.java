package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.state.Heartbeat;
import java.util.HashMap;
import java.util.Map;

/**
 * I7: no heartbeat takes a node's row back to an earlier one of the same boot, however late the
 * store executes it: the row would tell of a time before the node was a member. But for tables that
 * a person has restored: there the row itself is an earlier one.
 */
final class RowsForward extends RowInvariant {
  private final Map<InstanceId, Heartbeat> newest = new HashMap<>();
  private final SimCluster simCluster;

  RowsForward(SimWorld world, SimCluster simCluster) {
    super("I7 ROWS_FORWARD", world, simCluster);
    this.simCluster = simCluster;
  }

  @Override
  void judge(Heartbeat row, long sentAt) {
    Heartbeat before = newest.put(row.instance(), row);
    if (before != null
        && !simCluster.restored()
        && before.boot().nonce().equals(row.boot().nonce())
        && before.sequence() > row.sequence()) {
      breaks(
          "the row of "
              + row.instance()
              + " goes back from heartbeat "
              + before.sequence()
              + " to "
              + row.sequence());
    }
  }
}
