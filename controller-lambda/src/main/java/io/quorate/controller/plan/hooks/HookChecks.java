package io.quorate.controller.plan.hooks;

import io.quorate.command.CommandEffect;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.view.HookWait;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about lifecycle hooks. */
public final class HookChecks {
  private HookChecks() {}

  /** The group terminates members that do not leave yet. */
  public static Optional<String> terminationHeld(ClusterState clusterState, Plan plan) {
    List<String> held =
        HeldTerminations.members(clusterState).stream()
            .filter(instance -> !plan.status().group().ends(instance))
            .filter(instance -> !leaves(plan, instance))
            .map(instance -> standing(clusterState, plan, instance))
            .toList();
    return held.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the group terminates instances that hold a member, and their hook is extended: "
                + String.join(", ", held));
  }

  private static boolean leaves(Plan plan, InstanceId instance) {
    return plan.status()
        .operation()
        .filter(open -> open.effects().contains(new CommandEffect.Stops(instance)))
        .isPresent();
  }

  private static String standing(ClusterState clusterState, Plan plan, InstanceId instance) {
    HookWait wait = HeldTerminations.waitOf(clusterState, instance);
    String end =
        plan.status()
            .group()
            .answer(instance, wait.hook())
            .map(answer -> ", its wait ends by " + answer.decidedAt().plus(wait.atMost()))
            .orElse("");
    String why =
        HeldLeave.missing(clusterState, instance)
            .orElse("it leaves once nothing else is under way");
    return instance + " (" + why + end + ")";
  }

  /** Launches were given up, one after the other. */
  public static Optional<String> launchesAbandoned(ClusterState clusterState, Plan plan) {
    return plan.status()
        .group()
        .abandoned()
        .map(
            launches ->
                launches.inARow()
                    + (launches.inARow() == 1 ? " launch was" : " launches in a row were")
                    + " given up, the last one "
                    + launches.last()
                    + " at "
                    + launches.at()
                    + ": no agent reported within timings.bootTimeout; "
                    + (launches.inARow() < FailedLaunches.MOST
                        ? "the next is given up no earlier than "
                            + FailedLaunches.next(clusterState, launches)
                        : "no more are given up until an agent reports, for all of them fail")
                    + "; look at the instance's console output (aws ec2 get-console-output"
                    + " --instance-id "
                    + launches.last()
                    + "), its image and user data, its way to DynamoDB and its right to write there");
  }

  /** Auto Scaling did not take an answer to a hook when it was last sent. */
  public static Optional<String> unanswered(ClusterState clusterState, Plan plan) {
    List<HookAnswer> failing =
        plan.status().group().hooks().stream()
            .filter(answer -> answer.failure().isPresent())
            .filter(answer -> HeldTerminations.waits(clusterState).containsKey(answer.instance()))
            .toList();
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            failing.stream()
                    .map(
                        answer ->
                            "hook "
                                + answer.hook()
                                + " of "
                                + answer.instance()
                                + " was "
                                + answer
                                    .result()
                                    .map(result -> "answered with " + result)
                                    .orElse("extended")
                                + ", but "
                                + answer.failure().orElseThrow())
                    .collect(Collectors.joining("; "))
                + "; it is sent again each minute. The hook's timeout ends the wait with its default"
                + " result; see docs/operations.md, HOOK_UNANSWERED");
  }
}
