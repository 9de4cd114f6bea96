package io.quorate.localcloud.autoscaling;

import java.time.Instant;

/**
 * One hook that holds one instance.
 *
 * @param hook the hook as it was when the wait began
 * @param token lifecycle action token
 * @param heartbeatEnd when it ends without another heartbeat
 * @param globalEnd when it ends regardless
 */
record HookWait(LifecycleHook hook, String token, Instant heartbeatEnd, Instant globalEnd) {
  static HookWait begin(LifecycleHook hook, String token, Instant now) {
    return new HookWait(hook, token, now.plus(hook.heartbeat()), now.plus(hook.globalTimeout()));
  }

  HookWait heartbeat(Instant now) {
    return new HookWait(hook, token, now.plus(hook.heartbeat()), globalEnd);
  }

  boolean over(Instant now) {
    return !now.isBefore(heartbeatEnd) || !now.isBefore(globalEnd);
  }
}
