package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.util.Map;
import java.util.Optional;

/**
 * Performs a recorded termination until the group or EC2 shows that it has begun; a lifecycle hook
 * may hold the instance for hours, running.
 */
final class PerformTermination implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation.status().terminations().stream()
        .filter(intent -> !leaving(situation, intent.instance()))
        .filter(intent -> !begun(situation.instance(intent.instance())))
        .findFirst()
        .map(intent -> perform(situation, intent));
  }

  private static boolean leaving(Situation situation, InstanceId instance) {
    return switch (situation.view().group()) {
      case GroupView.Unknown unknown -> false;
      case GroupView.Observed group ->
          group.lifecycles().getOrDefault(instance, "").startsWith("Terminating");
    };
  }

  private static boolean begun(InstanceState state) {
    return switch (state) {
      case SHUTTING_DOWN, TERMINATED -> true;
      case PENDING, RUNNING, STOPPING, STOPPED, UNKNOWN -> false;
    };
  }

  private static Plan perform(Situation situation, Termination intent) {
    Reason reason =
        Reason.of("TERMINATION_RECORDED", intent.because()).and("instance", intent.instance());
    return new Plan(new Decision.Terminate(reason, intent), situation.status(), Map.of());
  }
}
