package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.HookWait;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Bootstrap;
import io.quorate.state.OpenCommand;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The instances that the group is about to terminate, and that its termination hook holds. */
public final class HeldTerminations {
  private HeldTerminations() {}

  /** The instances that a hook holds at this transition, in order. */
  public static Map<InstanceId, HookWait> waits(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> Map.of();
      case GroupView.Observed group -> group.waits();
    };
  }

  /** The hook that holds an instance. */
  public static HookWait waitOf(ClusterState clusterState, InstanceId instance) {
    return Objects.requireNonNull(waits(clusterState).get(instance), instance::value);
  }

  /** The instances whose termination is held, in order. */
  public static List<InstanceId> held(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> List.of();
      case GroupView.Observed group -> group.heldTerminations();
    };
  }

  /** Those of them that hold, or may hold, a member and whose hook is not answered. */
  public static List<InstanceId> members(ClusterState clusterState) {
    return held(clusterState).stream()
        .filter(instance -> !clusterState.health().gone(instance))
        .filter(instance -> !clusterState.status().group().ends(instance))
        .filter(instance -> mayHoldMember(clusterState, instance))
        .toList();
  }

  /** How many listed members are on instances whose termination is held. */
  public static int listed(ClusterState clusterState) {
    return members(clusterState).stream()
        .mapToInt(instance -> clusterState.members().listed(instance).size())
        .sum();
  }

  private static boolean mayHoldMember(ClusterState clusterState, InstanceId instance) {
    return clusterState.members().list().isPresent()
        ? !clusterState.members().listed(instance).isEmpty()
        : heldOnce(clusterState, instance);
  }

  private static boolean heldOnce(ClusterState clusterState, InstanceId instance) {
    return initialMember(clusterState, instance)
        || clusterState
            .node(instance)
            .filter(node -> node.heartbeat().identity().isPresent())
            .isPresent();
  }

  private static boolean initialMember(ClusterState clusterState, InstanceId instance) {
    return clusterState.view().lineage().bootstrap().map(Bootstrap::voters).stream()
        .flatMap(List::stream)
        .anyMatch(voter -> voter.instance().equals(instance));
  }

  /** The open operation that may make an instance a voter. */
  public static Optional<OpenCommand> promoting(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .status()
        .operation()
        .filter(open -> open.promotes() && open.executor().equals(instance));
  }

  /**
   * Whether the voters that stay are a quorum of all listed without an instance (I2). One that ends
   * does not count, nor one that the group terminates, held or not: its wait may be over any time.
   */
  public static boolean othersKeepQuorum(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .members()
        .list()
        .filter(known -> clusterState.quorum().membershipCurrent())
        .filter(
            known -> staying(clusterState, instance) >= Membership.quorumOf(known.voters().size()))
        .isPresent();
  }

  /** How many healthy voters that answer the leader stay when an instance goes. */
  public static long staying(ClusterState clusterState, InstanceId without) {
    return clusterState.quorum().answeringVoters().stream()
        .map(node -> node.heartbeat().instance())
        .filter(instance -> !instance.equals(without))
        .filter(instance -> !clusterState.status().ending(instance))
        .filter(instance -> !leavesGroup(clusterState, instance))
        .filter(instance -> !Interruptions.announced(clusterState, instance))
        .count();
  }

  private static boolean leavesGroup(ClusterState clusterState, InstanceId instance) {
    return clusterState.view().group() instanceof GroupView.Observed group
        && group.terminates(instance);
  }

  /** Whether a node was silent for {@code silentGrace}. */
  public static boolean silentForLong(ClusterState clusterState, ObservedNode node) {
    return clusterState.health().silent(node)
        && node.heartbeatProgress()
                .still()
                .compareTo(clusterState.view().spec().timings().silentGrace())
            >= 0;
  }
}
