package io.quorate.localcloud.autoscaling;

import java.time.Duration;
import java.util.Optional;

/**
 * A lifecycle hook.
 *
 * @param name unique in its group
 * @param transition what it holds
 * @param heartbeat how long one heartbeat holds
 * @param defaultResult what its end without an answer means
 * @param target ARN notified besides EventBridge; recorded only
 * @param role the role for that; recorded only
 * @param metadata passed on in its events
 */
public record LifecycleHook(
    String name,
    Transition transition,
    Duration heartbeat,
    HookResult defaultResult,
    Optional<String> target,
    Optional<String> role,
    Optional<String> metadata) {
  private static final Duration LONGEST = Duration.ofDays(2);

  /** How long it holds at most, however many heartbeats come: min(48 h, 100 × heartbeat). */
  public Duration globalTimeout() {
    Duration hundred = heartbeat.multipliedBy(100);
    return hundred.compareTo(LONGEST) < 0 ? hundred : LONGEST;
  }
}
