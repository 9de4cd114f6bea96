package io.quorate.state;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.time.Instant;

/**
 * A cluster's line in the list of all clusters: how events of a group find their cluster, and what
 * the fleet breaker counts.
 *
 * @param name the cluster
 * @param uid its UID
 * @param group its auto-scaling group
 * @param healthy whether its latest turn found it healthy
 * @param since since when that holds, by the writer's clock
 */
public record FleetEntry(
    ClusterName name, ClusterUid uid, String group, boolean healthy, Instant since) {
  /** The same cluster in another group. */
  public FleetEntry inGroup(String next) {
    return new FleetEntry(name, uid, next, healthy, since);
  }

  /** The same entry while nothing changed; otherwise changed now. */
  public FleetEntry showing(boolean nowHealthy, Instant now) {
    return nowHealthy == healthy ? this : new FleetEntry(name, uid, group, nowHealthy, now);
  }
}
