package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.instance.Ec2State;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drives one group a step further:
 *
 * <ol>
 *   <li>members on their way into or out of service move on as EC2 and their hooks allow;
 *   <li>members that EC2 reports as not running become unhealthy, and are terminated;
 *   <li>the number of members is brought towards the desired capacity;
 *   <li>zones that differ by two or more are evened out.
 * </ol>
 *
 * Each part obeys the group's suspended processes.
 */
final class GroupReconciler {
  private final InstanceSource fleet;
  private final MemberLifecycle lifecycle;
  private final AutoScalingSettings settings;

  GroupReconciler(InstanceSource fleet, MemberLifecycle lifecycle, AutoScalingSettings settings) {
    this.fleet = fleet;
    this.lifecycle = lifecycle;
    this.settings = settings;
  }

  void step(Group group) {
    for (GroupMember member : List.copyOf(group.members.values())) {
      advance(group, member);
      if (group.members.containsValue(member)) {
        checkHealth(group, member);
      }
    }
    int missing = group.spec.desired() - group.capacity().size();
    if (missing > 0 && !group.deleting) {
      scaleOut(group, missing);
    } else if (missing < 0) {
      scaleIn(group, -missing);
    } else {
      group.scaleInRefused = false;
      rebalance(group);
    }
  }

  private void advance(Group group, GroupMember member) {
    switch (member.state) {
      case PENDING -> {
        Optional<Ec2State> state = fleet.state(member.instance);
        if (state.equals(Optional.of(Ec2State.RUNNING))) {
          lifecycle.running(group, member);
        } else if (state.equals(Optional.of(Ec2State.TERMINATED))) {
          group.nextLaunch = lifecycle.now().plus(settings.launchRetry());
          lifecycle.launchEnded(group, member, fleet.endReason(member.instance).orElse(""));
        }
      }
      case PENDING_WAIT, TERMINATING_WAIT -> expire(group, member);
      case PENDING_PROCEED -> lifecycle.inService(group, member);
      case TERMINATING, TERMINATING_PROCEED -> end(group, member);
      case IN_SERVICE, STANDBY -> {}
    }
  }

  private void expire(Group group, GroupMember member) {
    Instant now = lifecycle.now();
    for (HookWait wait : List.copyOf(member.waits.values())) {
      if (wait.over(now) && member.waits.containsValue(wait)) {
        complete(group, member, wait, wait.hook().defaultResult());
      }
    }
  }

  /** Ends one hook's hold with a result. */
  void complete(Group group, GroupMember member, HookWait wait, HookResult result) {
    member.waits.remove(wait.hook().name());
    boolean launching = wait.hook().transition() == Transition.LAUNCHING;
    if (result == HookResult.ABANDON && launching) {
      lifecycle.terminate(
          group, member, Cause.abandoned(lifecycle.now(), wait.hook().name()), true);
    } else if (launching && member.waits.isEmpty()) {
      lifecycle.proceedToService(group, member);
    } else if (!launching && (result == HookResult.ABANDON || member.waits.isEmpty())) {
      lifecycle.proceedToEnd(group, member);
    }
  }

  private void end(Group group, GroupMember member) {
    if (!member.terminationSent) {
      member.terminationSent = true;
      fleet.terminate(member.instance);
    }
    if (fleet.state(member.instance).filter(Ec2State.TERMINATED::equals).isPresent()
        || fleet.state(member.instance).isEmpty()) {
      lifecycle.gone(group, member);
    }
  }

  private void checkHealth(Group group, GroupMember member) {
    if (member.state == LifecycleState.IN_SERVICE
        || member.state == LifecycleState.PENDING_WAIT
        || member.state == LifecycleState.PENDING) {
      boolean lives =
          fleet
              .state(member.instance)
              .filter(state -> state == Ec2State.RUNNING || state == Ec2State.PENDING)
              .isPresent();
      if (!lives && group.runs(ScalingProcess.HEALTH_CHECK)) {
        member.healthy = false;
      }
      if (!member.healthy
          && group.runs(ScalingProcess.REPLACE_UNHEALTHY)
          && group.runs(ScalingProcess.TERMINATE)) {
        lifecycle.terminate(group, member, Cause.unhealthy(lifecycle.now()), true);
      }
    }
  }

  private void scaleOut(Group group, int missing) {
    Instant now = lifecycle.now();
    int have = group.capacity().size();
    for (int i = 0; i < missing && group.runs(ScalingProcess.LAUNCH); i++) {
      if (now.isBefore(group.nextLaunch)) {
        return;
      }
      launch(group, Cause.tooFew(now, have, group.spec.desired()));
    }
  }

  private void launch(Group group, String cause) {
    String zone = ZoneSpread.forLaunch(group);
    Activity activity = lifecycle.launching(group, zone, cause);
    try {
      if (group.launchesToFail > 0) {
        group.launchesToFail--;
        throw new IOException(group.launchFailure);
      }
      int version = version(group);
      String id = launched(group, version, zone);
      Activity named =
          new Activity(
              activity.id(),
              group.name,
              "Launching a new EC2 instance: " + id,
              cause,
              zone,
              activity.started(),
              Optional.empty(),
              "InProgress",
              "",
              30);
      group.record(named);
      group.members.put(
          id,
          new GroupMember(
              id,
              zone,
              lifecycle.now(),
              group.spec,
              group.spec.templateVersion().map(asked -> String.valueOf(version)),
              named));
    } catch (IOException e) {
      group.nextLaunch = lifecycle.now().plus(settings.launchRetry());
      lifecycle.launchFailed(group, activity, String.valueOf(e.getMessage()));
    }
  }

  private int version(Group group) throws IOException {
    return fleet
        .version(group.spec.template(), group.spec.version())
        .orElseThrow(
            () ->
                new IOException(
                    "The specified launch template, %s, has no version %s"
                        .formatted(group.spec.template(), group.spec.version())));
  }

  private String launched(Group group, int version, String zone) throws IOException {
    if (group.launchFault.isEmpty()) {
      return fleet.launch(group.spec.template(), version, zone, tags(group));
    }
    LaunchFault fault = group.launchFault.get();
    if (fault == LaunchFault.KEY) {
      return fleet.launchRefused(
          group.spec.template(), version, zone, tags(group), LaunchFault.CLIENT_ERROR);
    }
    throw new IOException(fault.in(zone));
  }

  private static Map<String, String> tags(Group group) {
    Map<String, String> tags = new HashMap<>();
    group.tags.values().stream()
        .filter(GroupTag::propagate)
        .forEach(tag -> tags.put(tag.key(), tag.value()));
    tags.put("aws:autoscaling:groupName", group.name);
    return tags;
  }

  private void scaleIn(Group group, int surplus) {
    boolean incomer =
        group.rebalancing
            && group.members.values().stream()
                .anyMatch(member -> member.state.wireName().startsWith("Pending"));
    if (!group.runs(ScalingProcess.TERMINATE) || incomer) {
      return;
    }
    int have = group.capacity().size();
    for (int i = 0; i < surplus; i++) {
      Optional<GroupMember> victim = ZoneSpread.victim(group);
      if (victim.isEmpty()) {
        refuse(group);
        return;
      }
      String cause = Cause.tooMany(lifecycle.now(), have, group.spec.desired());
      lifecycle.terminate(group, victim.get(), cause, !group.deleting);
    }
    group.rebalancing = false;
  }

  private void refuse(Group group) {
    if (!group.scaleInRefused) {
      group.scaleInRefused = true;
      Instant now = lifecycle.now();
      String message =
          "Could not scale to desired capacity because all remaining instances are protected from scale-in.";
      group.record(
          Activity.begin("refused-" + now.toEpochMilli(), group.name, message, message, "", now)
              .cancelled(now, message));
    }
  }

  private void rebalance(Group group) {
    boolean steady =
        group.members.values().stream()
            .allMatch(member -> member.state == LifecycleState.IN_SERVICE && member.healthy);
    if (steady
        && !group.deleting
        && group.runs(ScalingProcess.AZ_REBALANCE)
        && group.runs(ScalingProcess.LAUNCH)
        && group.runs(ScalingProcess.TERMINATE)
        && ZoneSpread.uneven(group)
        && !lifecycle.now().isBefore(group.nextLaunch)) {
      group.rebalancing = true;
      launch(group, Cause.uneven(lifecycle.now()));
    }
  }
}
