package io.quorate.controller.plan;

import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.state.Lineage;
import java.util.Optional;

/** Conditions about what the controller may do at all. */
final class HaltChecks {
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

  static Optional<String> groupUnsafe(Situation situation, Plan plan) {
    return switch (situation.view().group()) {
      case GroupView.Unknown unknown ->
          Optional.of(
              "Auto Scaling group "
                  + situation.view().spec().group()
                  + " cannot be read: "
                  + unknown.why());
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
}
