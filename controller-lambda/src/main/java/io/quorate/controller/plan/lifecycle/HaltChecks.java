package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.decision.Halt;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.plan.instances.OwedReplacements;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.Lineage;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Conditions about what the controller may do at all. */
public final class HaltChecks {
  /** By then the group's listing and EC2's agree on an instance that was terminated. */
  private static final Duration GROUP_IS_TOLD = Duration.ofMinutes(2);

  /** What the status of a deleted cluster says. */
  public static final String DELETED =
      "the cluster was deleted: its members are stopped for good, nothing of it starts again, and its"
          + " name is used up; its directories stay on the instances' disks, its snapshots and its"
          + " lineage in the bucket; see docs/operations.md, CLUSTER_DELETED";

  private static final String WAITING_FOR_NODES = "WAITING_FOR_NODES";

  private static final int STRANGERS_NAMED = 5;

  private HaltChecks() {}

  /** The cluster was deleted. */
  public static Optional<String> deleted(ClusterState clusterState, Plan plan) {
    return clusterState.view().lineage().state() == Lineage.State.DELETED
        ? Optional.of(DELETED)
        : Optional.empty();
  }

  public static Optional<String> tableRolledBack(ClusterState clusterState, Plan plan) {
    return plan.decision() instanceof Halt halt
        ? Optional.of(halt.reason().message())
        : Optional.empty();
  }

  public static Optional<String> waitingForNodes(ClusterState clusterState, Plan plan) {
    boolean unbootstrapped = clusterState.view().lineage().state() == Lineage.State.UNBOOTSTRAPPED;
    return unbootstrapped
            && plan.decision() instanceof NoOp rest
            && rest.reason().code().equals(WAITING_FOR_NODES)
        ? Optional.of(rest.reason().message())
        : Optional.empty();
  }

  public static Optional<String> fleetBreaker(ClusterState clusterState, Plan plan) {
    FleetView fleet = clusterState.view().fleet();
    return fleet instanceof FleetView.Observed
        ? FleetBreakerPolicy.why(fleet)
            .map(
                why ->
                    why
                        + ": the observer is suspect, no member is removed and no instance"
                        + " terminated; what a person may do: docs/operations.md, FLEET_BREAKER")
        : Optional.empty();
  }

  public static Optional<String> nodeRowUnreadable(ClusterState clusterState, Plan plan) {
    return clusterState.view().fleet() instanceof FleetView.RowsUnread unread
        ? Optional.of(
            unread.why()
                + ": no member is removed and no instance terminated meanwhile; upgrade the"
                + " controller if a newer agent wrote them; see docs/operations.md,"
                + " NODE_ROW_UNREADABLE")
        : Optional.empty();
  }

  public static Optional<String> rowsOfStrangers(ClusterState clusterState, Plan plan) {
    List<String> keys = clusterState.view().records().strangers();
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the nodes table has "
                + keys.size()
                + " rows of unknown instances: "
                + String.join(", ", keys.subList(0, Math.min(keys.size(), STRANGERS_NAMED)))
                + (keys.size() > STRANGERS_NAMED ? " and others" : "")
                + ". Neither the group, nor EC2, nor a record of the cluster knows them, so the rows"
                + " are ignored and nothing waits for them. Find out who wrote them, then delete"
                + " them; see docs/operations.md, ROWS_OF_STRANGERS");
  }

  public static Optional<String> terminationBlocked(ClusterState clusterState, Plan plan) {
    List<InstanceId> detached = intents(plan, intent -> blocked(clusterState, intent));
    List<InstanceId> needed =
        intents(plan, intent -> RecordedTerminations.heldBack(clusterState, intent));
    List<String> messages = new ArrayList<>();
    if (!detached.isEmpty()) {
      messages.add(
          "the termination of "
              + detached
              + " is recorded, but group "
              + clusterState.view().spec().group()
              + " no longer has it, so Auto Scaling terminates nothing: terminate it by hand or"
              + " attach it again; nothing else is begun before; see docs/operations.md,"
              + " TERMINATION_BLOCKED");
    }
    if (!needed.isEmpty()) {
      messages.add(
          "the termination of "
              + needed
              + " is recorded, but the other voters are no quorum without it: it waits until they"
              + " are, or until its member can leave");
    }
    plan.status().terminations().stream()
        .filter(intent -> RecordedTerminations.failing(clusterState, intent))
        .map(
            intent ->
                "the termination of "
                    + intent.instance()
                    + " was asked for, but "
                    + intent.failure().orElseThrow()
                    + "; it is asked for each minute, and meanwhile the others are repaired")
        .forEach(messages::add);
    messages.addAll(OwedReplacements.failing(clusterState));
    return messages.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", messages));
  }

  private static List<InstanceId> intents(Plan plan, Predicate<Termination> which) {
    return plan.status().terminations().stream().filter(which).map(Termination::instance).toList();
  }

  private static boolean blocked(ClusterState clusterState, Termination intent) {
    return clusterState.view().group() instanceof GroupView.Observed group
        && !group.has(intent.instance())
        && !RecordedTerminations.begun(clusterState.instance(intent.instance()))
        && Duration.between(intent.decidedAt(), clusterState.view().observedAt())
                .compareTo(GROUP_IS_TOLD)
            > 0;
  }

  public static Optional<String> groupUnknown(ClusterState clusterState, Plan plan) {
    return switch (clusterState.view().group()) {
      case GroupView.Observed group -> Optional.empty();
      case GroupView.Unknown unknown ->
          Optional.of(
              "Auto Scaling group "
                  + clusterState.view().spec().group()
                  + " cannot be read: "
                  + unknown.why()
                  + ". The desired capacity, and who waits to join, is unknown, so the"
                  + " cluster is not called healthy. etcd serves on, agents restart theirs, and"
                  + " dead members are still removed; no bootstrap is decided, no node joins and none"
                  + " that hangs is terminated. Each turn asks again. Look at the service's health and at the"
                  + " controller's right to describe the group");
    };
  }
}
