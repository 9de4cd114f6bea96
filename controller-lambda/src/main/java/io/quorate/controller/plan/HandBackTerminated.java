package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hands an instance that EC2 has shown terminated back to the group that still lists it, so that
 * the group launches another. With ReplaceUnhealthy suspended the group never does so by itself.
 *
 * <p>Nothing is relied on but EC2's word. The instance is gone, so no vote and no data can be lost:
 * the rule needs no quorum, no heartbeat and no fleet, and waits for no open operation (ADR 13).
 *
 * <ol>
 *   <li>The tombstone counts, for EC2 forgets; what is not terminated is never handed back.
 *   <li>Before each call it is recorded that the group is asked.
 *   <li>The group is asked again after a pause while its listing still shows the instance.
 * </ol>
 */
final class HandBackTerminated implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    Instant now = situation.view().observedAt();
    return owed(situation).stream()
        .map(instance -> intent(situation, instance))
        .filter(intent -> !PerformTermination.askedJustNow(intent, now))
        .findFirst()
        .map(intent -> handBack(situation, intent));
  }

  /** The terminated instances that the group lists and is not letting go, in order. */
  static List<InstanceId> owed(Situation situation) {
    return situation.view().group() instanceof GroupView.Observed group
        ? group.lifecycles().keySet().stream()
            .filter(situation::gone)
            .filter(instance -> !group.terminates(instance))
            .toList()
        : List.of();
  }

  /** What Auto Scaling did not accept, each with why and what follows. */
  static List<String> failing(Situation situation) {
    List<InstanceId> owed = owed(situation);
    return situation.status().handBacks().stream()
        .filter(intent -> owed.contains(intent.instance()))
        .flatMap(
            intent ->
                intent.failure().stream()
                    .map(
                        why ->
                            "EC2 shows "
                                + intent.instance()
                                + " terminated, but its group still lists it and launches no other:"
                                + " it was asked to let it go, but "
                                + why
                                + "; it is asked each minute; see docs/operations.md,"
                                + " TERMINATION_BLOCKED"))
        .toList();
  }

  private static Termination intent(Situation situation, InstanceId instance) {
    return situation.status().handBacks().stream()
        .filter(intent -> intent.instance().equals(instance))
        .findFirst()
        .orElseGet(
            () ->
                Termination.decided(
                    instance,
                    "EC2 shows "
                        + instance
                        + " terminated, but group "
                        + situation.view().spec().group()
                        + " still lists it",
                    situation.view().observedAt()));
  }

  private static Plan handBack(Situation situation, Termination intent) {
    Termination asked = intent.asked(situation.view().observedAt());
    List<Termination> next = new ArrayList<>(situation.status().handBacks());
    next.removeIf(other -> other.instance().equals(intent.instance()));
    next.add(asked);
    Reason reason =
        Reason.of("TERMINATED_IN_GROUP", intent.because() + ": it is asked to launch another")
            .and("instance", intent.instance());
    return new Plan(
        new Decision.HandBack(reason, asked), situation.status().withHandBacks(next), Map.of());
  }
}
