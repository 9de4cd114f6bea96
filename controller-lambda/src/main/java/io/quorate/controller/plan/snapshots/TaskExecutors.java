package io.quorate.controller.plan.snapshots;

import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.Durability;
import io.quorate.controller.view.ObservedNode;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.LastTask;
import io.quorate.state.Operation;
import io.quorate.task.TaskKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which node does a task: a voter that serves, carries out no instruction, has a free task slot and
 * knows the kind. A follower where there is one; to verify never the leader, unless it is alone.
 * Another than the one that failed last.
 */
public final class TaskExecutors {
  private TaskExecutors() {}

  /** The node that does it best; empty while none may. */
  public static Optional<ObservedNode> choose(ClusterState clusterState, TaskKind kind) {
    return choose(clusterState, kind, instance -> true);
  }

  /** The node that does it best of those that this holds of; empty while none may. */
  static Optional<ObservedNode> choose(
      ClusterState clusterState, TaskKind kind, Predicate<InstanceId> which) {
    Optional<InstanceId> failed =
        Optional.ofNullable(clusterState.status().tasks().last().get(kind))
            .filter(last -> last.failures() > 0)
            .map(LastTask::executor);
    return candidates(clusterState).stream()
        .filter(node -> which.test(id(node)))
        .filter(node -> node.heartbeat().report().knows(kind))
        .filter(node -> settled(clusterState, node))
        .filter(node -> mayLead(clusterState, kind) || !leads(node))
        .min(
            Comparator.comparing((ObservedNode node) -> node.heartbeat().data() != DataState.INTACT)
                .thenComparing(TaskExecutors::leads)
                .thenComparing(node -> failed.filter(id(node)::equals).isPresent())
                .thenComparing(TaskExecutors::id));
  }

  /** Why no node does a task of a kind, for people. */
  public static String whyNone(ClusterState clusterState, TaskKind kind) {
    List<ObservedNode> voters = candidates(clusterState);
    if (voters.isEmpty()) {
      return "no voter is seen to serve";
    }
    if (voters.stream().noneMatch(node -> node.heartbeat().report().knows(kind))) {
      return "no agent of a serving voter knows "
          + kind
          + ": upgrade the agents, and see that they have a bucket and etcdutl";
    }
    return "every voter that knows "
        + kind
        + " carries out an instruction, has an open task or must not do it while it leads";
  }

  /** The voters that a snapshot can be taken from. */
  static List<InstanceId> voters(ClusterState clusterState) {
    return candidates(clusterState).stream().map(TaskExecutors::id).toList();
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

  static boolean settled(ClusterState clusterState, ObservedNode node) {
    boolean told =
        clusterState
            .status()
            .operation()
            .map(Operation::executor)
            .filter(id(node)::equals)
            .isPresent();
    boolean slotFree =
        Optional.ofNullable(clusterState.view().records().taskSlots().get(id(node)))
            .map(slot -> slot.state() == InstructionSlot.State.CLOSED)
            .orElse(true);
    return !told && slotFree && node.heartbeat().currentStep().isEmpty();
  }

  private static boolean mayLead(ClusterState clusterState, TaskKind kind) {
    return switch (kind) {
      case TAKE_SNAPSHOT, UPLOAD_DIRECTORY -> true;
      case VERIFY_SNAPSHOT ->
          clusterState.members().list().filter(known -> known.voters().size() > 1).isEmpty();
    };
  }

  private static boolean leads(ObservedNode node) {
    return ClusterState.statusOf(node).leads();
  }

  private static InstanceId id(ObservedNode node) {
    return node.heartbeat().instance();
  }
}
