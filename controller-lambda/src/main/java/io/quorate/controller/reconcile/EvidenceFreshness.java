package io.quorate.controller.reconcile;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.Heartbeat;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the heartbeats that a termination rests on, and those that call a member forgotten, were
 * written in this very turn.
 *
 * <p>A row that changed since the last turn describes its node at some time between the two turns,
 * which an outage of the store or of the controller makes arbitrarily long: a node that served then
 * may be dead by now, and a member that all missed may be back. A row that changes within the turn
 * is current (I2, I7).
 */
final class EvidenceFreshness {
  private final Map<InstanceId, Written> first = new HashMap<>();

  /** Which heartbeat a row held. */
  private record Written(AgentIncarnation boot, long sequence) {
    static Written of(Heartbeat heartbeat) {
      return new Written(heartbeat.boot(), heartbeat.sequence());
    }
  }

  /** Takes note of what this turn reads first of each node. */
  void looked(ClusterView view) {
    view.nodes()
        .forEach((instance, node) -> first.putIfAbsent(instance, Written.of(node.heartbeat())));
  }

  /**
   * The nodes, in order, whose heartbeats a decision rests on and that have not written since. The
   * node to be terminated is not awaited: its silence is the evidence against it.
   */
  List<InstanceId> awaited(Plan plan, ClusterView view) {
    Optional<InstanceId> leaving = plan.decision().terminates();
    return plan.heartbeatEvidence().entrySet().stream()
        .filter(relied -> leaving.isPresent() || relied.getValue().now())
        .map(Map.Entry::getKey)
        .filter(instance -> leaving.filter(instance::equals).isEmpty())
        .filter(instance -> !renewed(view, instance))
        .sorted()
        .toList();
  }

  /** Whether the rows of all of these are others than this turn read first; one small read. */
  boolean allRenewed(RecordStore store, ClusterName cluster, List<InstanceId> awaited) {
    List<Key> keys = awaited.stream().map(instance -> Keys.node(cluster, instance)).toList();
    Map<Key, Item> rows = store.read(keys);
    return awaited.stream()
        .allMatch(
            instance ->
                Optional.ofNullable(rows.get(Keys.node(cluster, instance)))
                    .filter(row -> another(row, first.get(instance)))
                    .isPresent());
  }

  private static boolean another(Item row, @Nullable Written before) {
    return before == null
        || !before.boot().nonce().equals(row.attributes().get("incarnationNonce"))
        || !Long.valueOf(before.sequence()).equals(row.attributes().get("sequence"));
  }

  private boolean renewed(ClusterView view, InstanceId instance) {
    Heartbeat now = Objects.requireNonNull(view.nodes().get(instance)).heartbeat();
    return !Written.of(now).equals(first.get(instance));
  }
}
