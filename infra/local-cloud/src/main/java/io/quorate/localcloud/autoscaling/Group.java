package io.quorate.localcloud.autoscaling;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A group and all that is known of it; guarded by the service's lock. */
final class Group {
  private static final int MAX_ACTIVITIES = 500;

  final String name;
  final String arn;
  final Instant created;
  final Map<String, GroupTag> tags = new TreeMap<>();
  final Map<String, LifecycleHook> hooks = new TreeMap<>();
  final Map<String, GroupMember> members = new LinkedHashMap<>();
  final Set<ScalingProcess> suspended = EnumSet.noneOf(ScalingProcess.class);
  private final Deque<Activity> activities = new ArrayDeque<>();
  GroupSpec spec;
  boolean deleting;
  boolean scaleInRefused;
  boolean rebalancing;
  Instant nextLaunch;
  int launchesToFail;
  Optional<LaunchFault> launchFault = Optional.empty();
  String launchFailure = "";

  Group(String name, String arn, Instant created, GroupSpec spec) {
    this.name = name;
    this.arn = arn;
    this.created = created;
    this.spec = spec;
    this.nextLaunch = created;
  }

  boolean runs(ScalingProcess process) {
    return !suspended.contains(process);
  }

  List<GroupMember> capacity() {
    return members.values().stream().filter(GroupMember::capacity).toList();
  }

  List<LifecycleHook> hooks(Transition transition) {
    return hooks.values().stream().filter(hook -> hook.transition() == transition).toList();
  }

  /** Records an activity, in place of the one with its id. */
  void record(Activity activity) {
    activities.removeIf(old -> old.id().equals(activity.id()));
    activities.addFirst(activity);
    while (activities.size() > MAX_ACTIVITIES) {
      activities.removeLast();
    }
  }

  /** The newest first. */
  List<Activity> activities() {
    return List.copyOf(activities);
  }
}
