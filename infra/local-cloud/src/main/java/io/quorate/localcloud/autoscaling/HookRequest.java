package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import java.time.Duration;

/** Reads a lifecycle hook from a request. */
final class HookRequest {
  private static final Duration LONGEST = Duration.ofHours(2);
  private static final Duration DEFAULT = Duration.ofHours(1);

  private HookRequest() {}

  static LifecycleHook create(QueryParameters in, AutoScalingSettings settings) {
    LifecycleHook defaults =
        new LifecycleHook(
            in.required("LifecycleHookName"),
            Transition.of(in.required("LifecycleTransition")),
            DEFAULT,
            HookResult.ABANDON,
            java.util.Optional.empty(),
            java.util.Optional.empty(),
            java.util.Optional.empty());
    return update(in, defaults, settings);
  }

  static LifecycleHook update(QueryParameters in, LifecycleHook old, AutoScalingSettings settings) {
    Duration heartbeat =
        in.integer("HeartbeatTimeout")
            .map(seconds -> Duration.ofSeconds(seconds))
            .orElse(old.heartbeat());
    if (heartbeat.compareTo(settings.shortestHeartbeat()) < 0 || heartbeat.compareTo(LONGEST) > 0) {
      throw AwsError.validation(
          "HeartbeatTimeout is %d, expected %d to %d seconds"
              .formatted(
                  heartbeat.toSeconds(),
                  settings.shortestHeartbeat().toSeconds(),
                  LONGEST.toSeconds()));
    }
    return new LifecycleHook(
        old.name(),
        in.text("LifecycleTransition").map(Transition::of).orElse(old.transition()),
        heartbeat,
        in.text("DefaultResult").map(HookResult::of).orElse(old.defaultResult()),
        in.text("NotificationTargetARN").or(old::target),
        in.text("RoleARN").or(old::role),
        in.text("NotificationMetadata").or(old::metadata));
  }
}
