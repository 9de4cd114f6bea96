package io.quorate.controller.plan;

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
final class HaltChecks {
  /** By then the group's listing and EC2's agree on an instance that was terminated. */
  private static final Duration GROUP_IS_TOLD = Duration.ofMinutes(2);

  private HaltChecks() {}

  static Optional<String> tableRolledBack(Situation situation, Plan plan) {
    return plan.decision() instanceof Decision.Halt halt
        ? Optional.of(halt.reason().message())
        : Optional.empty();
  }

  static Optional<String> waitingForNodes(Situation situation, Plan plan) {
    boolean unborn = situation.view().lineage().state() == Lineage.State.UNBORN;
    return unborn && plan.decision() instanceof Decision.Rest rest
        ? Optional.of(rest.reason().message())
        : Optional.empty();
  }

  static Optional<String> fleetBrake(Situation situation, Plan plan) {
    FleetView fleet = situation.view().fleet();
    return fleet instanceof FleetView.Observed
        ? Brake.why(fleet)
            .map(
                why ->
                    why
                        + ": the observer is suspect, no member is removed and no instance"
                        + " terminated; what a person may do: docs/operations.md, FLEET_BRAKE")
        : Optional.empty();
  }

  static Optional<String> nodeRowUnreadable(Situation situation, Plan plan) {
    return situation.view().fleet() instanceof FleetView.RowsUnread unread
        ? Optional.of(
            unread.why()
                + ": no member is removed and no instance terminated meanwhile; upgrade the"
                + " controller if a newer agent wrote them; see docs/operations.md,"
                + " NODE_ROW_UNREADABLE")
        : Optional.empty();
  }

  static Optional<String> terminationBlocked(Situation situation, Plan plan) {
    List<InstanceId> detached = intents(plan, intent -> blocked(situation, intent));
    List<InstanceId> needed =
        intents(plan, intent -> PerformTermination.heldBack(situation, intent));
    List<String> messages = new ArrayList<>();
    if (!detached.isEmpty()) {
      messages.add(
          "the termination of "
              + detached
              + " is recorded, but group "
              + situation.view().spec().group()
              + " no longer has it, so Auto Scaling terminates nothing: terminate it by hand or"
              + " attach it again; nothing else is begun before; see docs/operations.md,"
              + " TERMINATION_BLOCKED");
    }
    if (!needed.isEmpty()) {
      messages.add(
          "the termination of "
              + needed
              + " is recorded, but the other voters are no quorum without it: it waits until they"
              + " are");
    }
    plan.status().terminations().stream()
        .filter(intent -> PerformTermination.failing(situation, intent))
        .map(
            intent ->
                "the termination of "
                    + intent.instance()
                    + " was asked for, but "
                    + intent.failure().orElseThrow()
                    + "; it is asked for each minute, and meanwhile the others are repaired")
        .forEach(messages::add);
    messages.addAll(HandBackTerminated.failing(situation));
    return messages.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", messages));
  }

  private static List<InstanceId> intents(Plan plan, Predicate<Termination> which) {
    return plan.status().terminations().stream().filter(which).map(Termination::instance).toList();
  }

  private static boolean blocked(Situation situation, Termination intent) {
    return situation.view().group() instanceof GroupView.Observed group
        && !group.has(intent.instance())
        && !PerformTermination.begun(situation.instance(intent.instance()))
        && Duration.between(intent.decidedAt(), situation.view().observedAt())
                .compareTo(GROUP_IS_TOLD)
            > 0;
  }

  static Optional<String> groupUnsafe(Situation situation, Plan plan) {
    return switch (situation.view().group()) {
      case GroupView.Unknown unknown -> Optional.empty();
      case GroupView.Observed group ->
          group.hazards().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  "suspend "
                      + String.join(", ", group.hazards())
                      + " on group "
                      + situation.view().spec().group()
                      + ": they terminate voters on their own");
    };
  }

  static Optional<String> groupUnknown(Situation situation, Plan plan) {
    return switch (situation.view().group()) {
      case GroupView.Observed group -> Optional.empty();
      case GroupView.Unknown unknown ->
          Optional.of(
              "Auto Scaling group "
                  + situation.view().spec().group()
                  + " cannot be read: "
                  + unknown.why()
                  + ". How many members are wished, and who waits to join, is unknown, so the"
                  + " cluster is not called healthy. etcd serves on, agents restart theirs, and"
                  + " dead members are still removed; no birth is decided, no node joins and none"
                  + " that hangs is terminated. Each turn asks again. Look at the service's health and at the"
                  + " controller's right to describe the group");
    };
  }
}
