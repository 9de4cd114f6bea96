package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;
import java.util.List;
import java.util.Map;

/** What is asked of single instances of a group. */
final class MemberOperations {
  private final Groups groups;
  private final MemberLifecycle lifecycle;

  MemberOperations(Groups groups, MemberLifecycle lifecycle) {
    this.groups = groups;
    this.lifecycle = lifecycle;
  }

  private record Owned(Group group, GroupMember member) {}

  void register(Map<String, ApiAction> actions) {
    actions.put("DescribeAutoScalingInstances", this::describe);
    actions.put("TerminateInstanceInAutoScalingGroup", this::terminate);
    actions.put("SetInstanceProtection", (in, out) -> protect(in));
    actions.put("SetInstanceHealth", (in, out) -> setHealth(in));
    actions.put("DetachInstances", this::detach);
    actions.put("EnterStandby", this::enterStandby);
    actions.put("ExitStandby", this::exitStandby);
  }

  private void describe(QueryParameters in, Xml out) {
    List<String> ids = in.list("InstanceIds.member");
    List<Owned> found =
        groups.all().stream()
            .flatMap(
                group -> group.members.values().stream().map(member -> new Owned(group, member)))
            .filter(owned -> ids.isEmpty() || ids.contains(owned.member().instance))
            .toList();
    Page.write(
        in,
        out,
        "AutoScalingInstances",
        found,
        owned -> {
          out.text("AutoScalingGroupName", owned.group().name);
          String health = owned.member().healthy ? "HEALTHY" : "UNHEALTHY";
          GroupXml.member(out, owned.group(), owned.member(), health);
        });
  }

  private void terminate(QueryParameters in, Xml out) {
    Owned owned = owned(in.required("InstanceId"));
    Group group = owned.group();
    boolean decrement = in.flag("ShouldDecrementDesiredCapacity").orElse(false);
    if (decrement && owned.member().capacity()) {
      decrement(group, 1);
    }
    Activity activity =
        lifecycle.terminate(group, owned.member(), Cause.requested(lifecycle.now()), true);
    out.element("Activity", () -> GroupXml.activity(out, group, activity));
  }

  private static void decrement(Group group, int by) {
    int desired = group.spec.desired();
    if (desired - by < group.spec.min()) {
      throw AwsError.validation(
          "Currently, desiredSize equals minSize (%d). Terminating instance without replacement will violate group's min size constraint. Either set shouldDecrementDesiredCapacity flag to false or lower group's min size."
              .formatted(group.spec.min()));
    }
    group.spec = group.spec.withDesired(desired - by);
  }

  private Owned owned(String id) {
    return groups
        .having(id)
        .map(group -> new Owned(group, Groups.member(group, id)))
        .orElseThrow(
            () ->
                AwsError.validation(
                    "Instance Id not found - No managed instance found for instance ID: " + id));
  }

  private List<GroupMember> members(Group group, QueryParameters in) {
    return in.list("InstanceIds.member").stream().map(id -> Groups.member(group, id)).toList();
  }

  private void protect(QueryParameters in) {
    boolean protect = in.flag("ProtectedFromScaleIn").orElse(false);
    members(groups.named(in), in).forEach(member -> member.protectedFromScaleIn = protect);
  }

  private void setHealth(QueryParameters in) {
    owned(in.required("InstanceId")).member().healthy =
        in.required("HealthStatus").equals("Healthy");
  }

  private void detach(QueryParameters in, Xml out) {
    Group group = groups.named(in);
    List<GroupMember> members = members(group, in);
    leave(group, members, in);
    members.forEach(member -> group.members.remove(member.instance));
    activities(out, group, members, "Detaching EC2 instance: ");
  }

  private void enterStandby(QueryParameters in, Xml out) {
    Group group = groups.named(in);
    List<GroupMember> members = members(group, in);
    leave(group, members, in);
    members.forEach(member -> member.state = LifecycleState.STANDBY);
    activities(out, group, members, "Moving EC2 instance to Standby: ");
  }

  private static void leave(Group group, List<GroupMember> members, QueryParameters in) {
    for (GroupMember member : members) {
      expect(member, LifecycleState.IN_SERVICE);
    }
    if (in.flag("ShouldDecrementDesiredCapacity").orElse(false)) {
      decrement(group, members.size());
    }
  }

  private void exitStandby(QueryParameters in, Xml out) {
    Group group = groups.named(in);
    List<GroupMember> members = members(group, in);
    members.forEach(member -> expect(member, LifecycleState.STANDBY));
    members.forEach(member -> member.state = LifecycleState.PENDING);
    group.spec = group.spec.withDesired(group.spec.desired() + members.size());
    activities(out, group, members, "Moving EC2 instance out of Standby: ");
  }

  private static void expect(GroupMember member, LifecycleState state) {
    if (member.state != state) {
      throw AwsError.validation(
          "The instance %s is in %s, expected %s."
              .formatted(member.instance, member.state.wireName(), state.wireName()));
    }
  }

  private void activities(Xml out, Group group, List<GroupMember> members, String what) {
    List<Activity> done =
        members.stream()
            .map(member -> lifecycle.requested(group, what + member.instance, member.zone))
            .toList();
    out.list("Activities", done, activity -> GroupXml.activity(out, group, activity));
  }
}
