package io.quorate.controller.plan.hooks;

import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.ExtendHook;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Plans that answer or extend a lifecycle hook: recorded in the status, then sent. */
final class HookPlans {
  private HookPlans() {}

  /** Lets what a hook holds go on. */
  static Plan proceed(
      ClusterState clusterState,
      InstanceId instance,
      String hook,
      Reason reason,
      Map<InstanceId, HeartbeatVersion> heartbeatEvidence) {
    return answered(
        clusterState, instance, hook, HookAnswer.Result.CONTINUE, reason, heartbeatEvidence);
  }

  /** Gives up a launch that a hook holds. It rests on no heartbeat, for there never was one. */
  static Plan abandon(ClusterState clusterState, InstanceId instance, String hook, Reason reason) {
    return answered(clusterState, instance, hook, HookAnswer.Result.ABANDON, reason, Map.of());
  }

  private static Plan answered(
      ClusterState clusterState,
      InstanceId instance,
      String hook,
      HookAnswer.Result result,
      Reason reason,
      Map<InstanceId, HeartbeatVersion> heartbeatEvidence) {
    HookAnswer answer = answer(clusterState, instance, hook, Optional.of(result));
    return new Plan(
        new AnswerHook(reason.and("hook", hook), clusterState.view().spec().group(), answer),
        recorded(clusterState, answer),
        heartbeatEvidence);
  }

  /** Lets a hook hold on. */
  static Plan extend(ClusterState clusterState, InstanceId instance, String hook, Reason reason) {
    HookAnswer answer = answer(clusterState, instance, hook, Optional.empty());
    return new Plan(
        new ExtendHook(reason.and("hook", hook), clusterState.view().spec().group(), answer),
        recorded(clusterState, answer),
        Map.of());
  }

  private static Status recorded(ClusterState clusterState, HookAnswer answer) {
    Status status = clusterState.status();
    return status.withGroup(status.group().answering(answer));
  }

  private static HookAnswer answer(
      ClusterState clusterState,
      InstanceId instance,
      String hook,
      Optional<HookAnswer.Result> result) {
    Instant now = clusterState.view().observedAt();
    return clusterState
        .status()
        .group()
        .answer(instance, hook)
        .filter(before -> before.result().equals(result))
        .orElseGet(() -> HookAnswer.decided(instance, hook, result, now))
        .asked(now);
  }
}
