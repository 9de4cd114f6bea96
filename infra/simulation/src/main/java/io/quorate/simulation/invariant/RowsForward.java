package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.store.Table;
import java.util.HashMap;
import java.util.Map;

/**
 * I7: no heartbeat takes a node's row back to an earlier one of the same boot, however late the
 * store executes it: the row would tell of a time before the node was a member.
 */
final class RowsForward extends JudgedAtOnce {
  private final Map<InstanceId, Heartbeat> newest = new HashMap<>();
  private final ClusterSite site;

  RowsForward(World world, ClusterSite site) {
    super("I7 ROWS_FORWARD", world);
    this.site = site;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, site.name().value()).stream()
        .flatMap(item -> Records.row(item).stream())
        .forEach(this::judge);
  }

  private void judge(Heartbeat row) {
    Heartbeat before = newest.put(row.instance(), row);
    if (before != null
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
