package io.quorate.localcloud.autoscaling;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One instance in a group; guarded by the service's lock. */
final class GroupMember {
  final String instance;
  final String zone;
  final Instant joined;
  final String template;
  final Optional<String> templateVersion;
  final Map<String, HookWait> waits = new LinkedHashMap<>();
  LifecycleState state = LifecycleState.PENDING;
  boolean healthy = true;
  boolean protectedFromScaleIn;
  boolean terminationSent;
  Activity activity;

  GroupMember(
      String instance,
      String zone,
      Instant joined,
      GroupSpec launchedBy,
      Optional<String> templateVersion,
      Activity launch) {
    this.instance = instance;
    this.zone = zone;
    this.joined = joined;
    this.template = launchedBy.template();
    this.templateVersion = templateVersion;
    this.protectedFromScaleIn = launchedBy.protectNew();
    this.activity = launch;
  }

  boolean capacity() {
    return state.capacity();
  }
}
