package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.InstanceId;
import io.quorate.state.Interruption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The instances that the cloud is about to take, by their own agents' word. Nothing can hold such a
 * reclaim; there are about two minutes. An advice to rebalance has no deadline: nothing follows
 * from it but a condition.
 */
public final class Interruptions {
  private Interruptions() {}

  /** What was announced of an instance that lives; empty while nothing was. */
  public static Optional<Interruption> of(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .filter(node -> !clusterState.health().gone(instance))
        .flatMap(node -> node.heartbeat().report().interruption());
  }

  /** Whether an instance is about to be taken, for good or for a while. */
  public static boolean announced(ClusterState clusterState, InstanceId instance) {
    return of(clusterState, instance).filter(word -> !word.advises()).isPresent();
  }

  /** Whether an instance is about to be taken for good. */
  static boolean taken(ClusterState clusterState, InstanceId instance) {
    return of(clusterState, instance).filter(Interruption::terminates).isPresent();
  }

  /** The instances that are about to be terminated and hold a member, the leader's last. */
  public static List<InstanceId> members(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .map(node -> node.heartbeat().instance())
        .filter(instance -> taken(clusterState, instance))
        .filter(instance -> !clusterState.members().listed(instance).isEmpty())
        .sorted(Comparator.comparing(clusterState.quorum()::leads))
        .toList();
  }

  /** How many listed members are on such instances. */
  public static int listed(ClusterState clusterState) {
    return members(clusterState).stream()
        .filter(instance -> !HeldTerminations.members(clusterState).contains(instance))
        .mapToInt(instance -> clusterState.members().listed(instance).size())
        .sum();
  }
}
