package io.quorate.controller.plan.commands;

import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.ClosedVoters;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.Durability;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.LastCommand;
import io.quorate.state.OpenCommand;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which node carries out maintenance: a voter that serves, carries out no command, and knows the
 * kind. While a voter is closed to clients access control alone is worked on. A follower where
 * there is one. Another than the one that failed last. No snapshot is taken from a voter that is
 * known to hold other data than a majority.
 */
public final class MaintenanceExecutors {
  private MaintenanceExecutors() {}

  /**
   * The node that does it best; empty while none may.
   *
   * @param leaderToo whether the leader may do it
   * @param which who of the others may
   */
  public static Optional<ObservedNode> choose(
      ClusterState clusterState, CommandKind kind, boolean leaderToo, Predicate<InstanceId> which) {
    Optional<InstanceId> failed =
        Optional.ofNullable(clusterState.status().tasks().last().get(kind))
            .filter(last -> last.failures() > 0)
            .map(LastCommand::executor);
    if (isClosed(clusterState, kind)) {
      return Optional.empty();
    }
    return candidates(clusterState).stream()
        .filter(node -> which.test(id(node)))
        .filter(kind == CommandKind.TAKE_SNAPSHOT ? source(clusterState) : node -> true)
        .filter(node -> node.heartbeat().report().knows(kind))
        .filter(node -> settled(clusterState, node))
        .filter(node -> leaderToo || !leads(node))
        .min(
            Comparator.comparing((ObservedNode node) -> node.heartbeat().data() != DataState.INTACT)
                .thenComparing(MaintenanceExecutors::leads)
                .thenComparing(node -> failed.filter(id(node)::equals).isPresent())
                .thenComparing(MaintenanceExecutors::id));
  }

  /** Why no node does a task of a kind, for people. */
  public static String whyNone(ClusterState clusterState, CommandKind kind) {
    List<ObservedNode> voters = candidates(clusterState);
    if (voters.isEmpty()) {
      return RefusedAgents.of(clusterState).isEmpty()
          ? "no voter is seen to serve"
          : "etcd's access control refuses the agents: see AUTH_WITHOUT_IDENTITY in quorate status";
    }
    if (voters.stream().noneMatch(node -> node.heartbeat().report().knows(kind))) {
      return "no agent of a serving voter knows "
          + kind
          + ": upgrade the agents, and see that they have a bucket and etcdutl";
    }
    if (isClosed(clusterState, kind)) {
      return "no client is served before access control is on, which comes first: see"
          + " CLOSED_UNTIL_AUTH in quorate status";
    }
    return "every voter that knows "
        + kind
        + " carries out an instruction, has an open task or must not do it while it leads";
  }

  /** Its etcd restarts as soon as access control is on: nothing else is begun before. */
  private static boolean isClosed(ClusterState clusterState, CommandKind kind) {
    return kind != CommandKind.APPLY_AUTH && !ClosedVoters.of(clusterState).isEmpty();
  }

  /** The voters that a snapshot can be taken from. */
  public static List<InstanceId> voters(ClusterState clusterState) {
    return candidates(clusterState).stream()
        .filter(source(clusterState))
        .map(MaintenanceExecutors::id)
        .toList();
  }

  /**
   * Whose data a snapshot may hold: not a voter's that holds other data than a majority, unless
   * what is in memory is all that is left.
   */
  private static Predicate<ObservedNode> source(ClusterState clusterState) {
    Set<InstanceId> differing =
        Durability.onlyInMemory(clusterState)
            ? Set.of()
            : DifferingVoters.homes(clusterState.view());
    return node -> !differing.contains(id(node));
  }

  private static List<ObservedNode> candidates(ClusterState clusterState) {
    List<ObservedNode> voters =
        Durability.onlyInMemory(clusterState)
            ? clusterState.nodes().stream().filter(clusterState.health()::answering).toList()
            : clusterState.quorum().healthyVoters();
    return voters.stream()
        .filter(node -> clusterState.health().living(id(node)))
        .filter(node -> !clusterState.status().terminating(id(node)))
        .filter(node -> !ClusterState.statusOf(node).learner())
        .toList();
  }

  /** Whether a node carries out no command. */
  public static boolean settled(ClusterState clusterState, ObservedNode node) {
    boolean told =
        clusterState
            .status()
            .operation()
            .map(OpenCommand::executor)
            .filter(id(node)::equals)
            .isPresent();
    boolean slotFree =
        clusterState
            .view()
            .slot(Lane.MAINTENANCE, id(node))
            .map(slot -> slot.state() == CommandSlot.State.CLOSED)
            .orElse(true);
    return !told && slotFree && node.heartbeat().currentStep().isEmpty();
  }

  private static boolean leads(ObservedNode node) {
    return ClusterState.statusOf(node).leads();
  }

  private static InstanceId id(ObservedNode node) {
    return node.heartbeat().instance();
  }
}
