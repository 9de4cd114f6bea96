package io.quorate.controller.plan.hooks;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.HookWait;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.GroupIntents;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The recorded answers to lifecycle hooks.
 *
 * <ol>
 *   <li>An answer to a launch hook, and the extension of a termination hook, are struck off once
 *       the group does not show that wait.
 *   <li>CONTINUE to a termination hook, and ABANDON to a launch hook, stands until EC2 shows the
 *       instance terminated, or, where EC2 has forgotten it, for an hour: a listing that is late
 *       must not bring it back.
 *   <li>An instance that waits at the launch hook and never reported is remembered from the first
 *       turn on that sees it.
 *   <li>While the wait is shown, the answer is sent again after a pause.
 *   <li>An extension is sent three times within the hook's timeout. One of which nobody knows that
 *       the cloud took it, for the call failed or its turn ended before, is sent again after a
 *       minute.
 * </ol>
 */
public final class HookAnswers {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
  private static final Duration ASK_AGAIN_AFTER_FAILURE = Duration.ofMinutes(1);

  /** EC2 shows a terminated instance for about an hour. */
  private static final Duration EC2_REMEMBERS = Duration.ofHours(1);

  private HookAnswers() {}

  /** Whether the hook of an instance is to be answered, for no answer was sent just now. */
  public static boolean due(ClusterState clusterState, InstanceId instance, String hook) {
    return clusterState
        .status()
        .group()
        .answer(instance, hook)
        .filter(answer -> answer.result().isPresent())
        .filter(answer -> askedJustNow(answer, clusterState.view().observedAt()))
        .isEmpty();
  }

  /** Whether the hook of an instance is to be extended now. */
  public static boolean extensionDue(
      ClusterState clusterState, InstanceId instance, HookWait wait) {
    return clusterState
        .status()
        .group()
        .answer(instance, wait.hook())
        .filter(
            answer -> askedWithin(answer, pause(answer, wait), clusterState.view().observedAt()))
        .isEmpty();
  }

  private static Duration pause(HookAnswer answer, HookWait wait) {
    Duration third = TerminationHookEvidence.extendAfter(wait.heartbeat());
    return answer.holds() || third.compareTo(ASK_AGAIN_AFTER_FAILURE) < 0
        ? third
        : ASK_AGAIN_AFTER_FAILURE;
  }

  /** Whether it was sent so short a time ago that nothing need show yet; by whichever clock. */
  private static boolean askedJustNow(HookAnswer answer, Instant now) {
    Duration pause = answer.failure().isPresent() ? ASK_AGAIN_AFTER_FAILURE : ASK_AGAIN;
    return askedWithin(answer, pause, now);
  }

  /** Whether it was last sent within this time; by whichever clock. */
  private static boolean askedWithin(HookAnswer answer, Duration pause, Instant now) {
    return answer
        .askedAt()
        .filter(at -> Duration.between(at, now).abs().compareTo(pause) < 0)
        .isPresent();
  }

  /** The answers that still stand. */
  public static Status next(ClusterView view, Status status) {
    GroupIntents standing = status.group().stillAnswering(answer -> stands(view, answer));
    return status.withGroup(
        view.group() instanceof GroupView.Observed group
            ? remembering(view, group, standing)
            : standing);
  }

  /** Since when an instance whose agent never reported waits at the launch hook. */
  private static GroupIntents remembering(
      ClusterView view, GroupView.Observed group, GroupIntents standing) {
    GroupIntents next = standing;
    for (Map.Entry<InstanceId, HookWait> held : group.waits().entrySet()) {
      if (held.getValue().transition() == HookWait.Transition.LAUNCH
          && !view.nodes().containsKey(held.getKey())
          && next.answer(held.getKey(), held.getValue().hook()).isEmpty()) {
        next =
            next.answering(
                HookAnswer.decided(
                    held.getKey(), held.getValue().hook(), Optional.empty(), view.observedAt()));
      }
    }
    return next;
  }

  private static boolean stands(ClusterView view, HookAnswer answer) {
    if (view.status().terminated(answer.instance())
        || view.instance(answer.instance()) == InstanceState.TERMINATED) {
      return false;
    }
    return switch (view.group()) {
      case GroupView.Unknown unknown -> true;
      case GroupView.Observed group ->
          answer.ends() ? !forgotten(view, group, answer) : waits(group, answer);
    };
  }

  private static boolean waits(GroupView.Observed group, HookAnswer answer) {
    String waiting = answer.hook().equals(HookAnswer.LAUNCH) ? "Pending:Wait" : "Terminating:Wait";
    return waiting.equals(group.lifecycles().get(answer.instance()));
  }

  private static boolean forgotten(ClusterView view, GroupView.Observed group, HookAnswer answer) {
    return !group.has(answer.instance())
        && view.instance(answer.instance()) == InstanceState.UNKNOWN
        && view.instances().values().stream().anyMatch(state -> state == InstanceState.RUNNING)
        && Duration.between(answer.decidedAt(), view.observedAt()).compareTo(EC2_REMEMBERS) > 0;
  }
}
