package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.PruneInstances;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Forgets instances that are gone for good, a bounded number at a time. */
public final class PruneGoneInstances implements Rule {
  private static final int AT_ONCE = 15;

  @Override
  public String code() {
    return "PRUNE_INSTANCES";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    List<InstanceId> gone = PrunableInstances.of(clusterState).stream().limit(AT_ONCE).toList();
    return gone.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plan(
                new PruneInstances(
                    Reason.of(
                            "FORGOTTEN_BY_EC2",
                            "EC2 does not know "
                                + gone.size()
                                + " terminated instances any more, and no member, command or"
                                + " recovery names them")
                        .and("instances", gone.size()),
                    gone),
                without(clusterState.status(), gone),
                clusterState.quorum().heartbeatEvidence()));
  }

  private static Status without(Status status, List<InstanceId> gone) {
    return status
        .withTombstones(others(status.tombstones(), gone))
        .withJoinBackoffs(others(status.joinBackoffs(), gone))
        .withStops(others(status.stops(), gone))
        .withData(status.data().seen(others(status.data().holders(), gone)));
  }

  private static <V> Map<InstanceId, V> others(Map<InstanceId, V> all, List<InstanceId> gone) {
    Map<InstanceId, V> left = new HashMap<>(all);
    left.keySet().removeAll(gone);
    return left;
  }
}
