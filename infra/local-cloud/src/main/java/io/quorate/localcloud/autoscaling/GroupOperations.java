package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import io.quorate.localcloud.protocol.Xml;
import java.util.List;
import java.util.Map;

/** Making, changing, listing and deleting groups. */
final class GroupOperations {
  private final Groups groups;
  private final InstanceSource fleet;
  private final MemberLifecycle lifecycle;
  private final AutoScalingSettings settings;

  GroupOperations(
      Groups groups,
      InstanceSource fleet,
      MemberLifecycle lifecycle,
      AutoScalingSettings settings) {
    this.groups = groups;
    this.fleet = fleet;
    this.lifecycle = lifecycle;
    this.settings = settings;
  }

  void register(Map<String, ApiAction> actions) {
    actions.put("CreateAutoScalingGroup", (in, out) -> create(in));
    actions.put("UpdateAutoScalingGroup", (in, out) -> update(in));
    actions.put("DescribeAutoScalingGroups", this::describe);
    actions.put("DeleteAutoScalingGroup", (in, out) -> delete(in));
    actions.put("SetDesiredCapacity", (in, out) -> setDesired(in));
    actions.put("SuspendProcesses", (in, out) -> groups.named(in).suspended.addAll(processes(in)));
    actions.put(
        "ResumeProcesses", (in, out) -> groups.named(in).suspended.removeAll(processes(in)));
    actions.put("DescribeScalingActivities", this::activities);
  }

  private static java.util.Set<ScalingProcess> processes(QueryParameters in) {
    return ScalingProcess.of(in.list("ScalingProcesses.member"));
  }

  private void create(QueryParameters in) {
    String name = in.required("AutoScalingGroupName");
    if (groups.find(name).isPresent()) {
      throw new AwsError(
          "AlreadyExists",
          400,
          "AutoScalingGroup by this name already exists - A group with the name %s already exists"
              .formatted(name));
    }
    GroupSpec spec = GroupRequest.create(in, settings);
    expectTemplate(spec);
    String arn =
        "arn:aws:autoscaling:%s:%s:autoScalingGroup:%s:autoScalingGroupName/%s"
            .formatted(
                settings.region(),
                settings.account(),
                java.util.UUID.nameUUIDFromBytes(
                    name.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                name);
    Group group = new Group(name, arn, lifecycle.now(), spec);
    for (QueryParameters tag : in.structures("Tags.member")) {
      TagOperations.put(group, tag);
    }
    for (QueryParameters hook : in.structures("LifecycleHookSpecificationList.member")) {
      LifecycleHook made = HookRequest.create(hook, settings);
      group.hooks.put(made.name(), made);
    }
    groups.add(group);
  }

  private void expectTemplate(GroupSpec spec) {
    if (!fleet.knows(spec.template())) {
      throw AwsError.validation(
          "You must use a valid fully-formed launch template. The specified launch template, %s, does not exist."
              .formatted(spec.template()));
    }
    if (fleet.version(spec.template(), spec.version()).isEmpty()) {
      throw AwsError.validation(
          "You must use a valid fully-formed launch template. Could not find launch template version %s."
              .formatted(spec.version()));
    }
  }

  private void update(QueryParameters in) {
    Group group = groups.named(in);
    GroupSpec spec = GroupRequest.update(in, group.spec, settings);
    expectTemplate(spec);
    group.spec = spec;
  }

  private void describe(QueryParameters in, Xml out) {
    List<String> names = in.list("AutoScalingGroupNames.member");
    List<QueryParameters> filters = in.structures("Filters.member");
    List<Group> found =
        groups.all().stream()
            .filter(group -> names.isEmpty() || names.contains(group.name))
            .filter(
                group -> filters.stream().allMatch(filter -> TagOperations.matches(group, filter)))
            .toList();
    Page.write(in, out, "AutoScalingGroups", found, group -> GroupXml.group(out, group));
  }

  private void setDesired(QueryParameters in) {
    Group group = groups.named(in);
    int desired = in.integer("DesiredCapacity").orElseThrow(() -> missing("DesiredCapacity"));
    if (desired > group.spec.max()) {
      throw AwsError.validation(
          "New SetDesiredCapacity value %d is above max value %d for the AutoScalingGroup."
              .formatted(desired, group.spec.max()));
    }
    if (desired < group.spec.min()) {
      throw AwsError.validation(
          "New SetDesiredCapacity value %d is below min value %d for the AutoScalingGroup."
              .formatted(desired, group.spec.min()));
    }
    group.spec = group.spec.withDesired(desired);
  }

  private static AwsError missing(String name) {
    return AwsError.validation(name + " is missing, expected a whole number");
  }

  private void delete(QueryParameters in) {
    Group group = groups.named(in);
    boolean force = in.flag("ForceDelete").orElse(false);
    if (!force && !group.members.isEmpty()) {
      throw new AwsError(
          "ResourceInUse",
          400,
          "You cannot delete an AutoScalingGroup while there are instances or pending Spot instance request(s) still in the group.");
    }
    group.deleting = true;
    String cause = Cause.deleted(lifecycle.now());
    for (GroupMember member : group.members.values()) {
      lifecycle.terminate(group, member, cause, false);
      if (member.state == LifecycleState.TERMINATING_WAIT) {
        lifecycle.proceedToEnd(group, member);
      }
    }
    groups.forgetDeleted();
  }

  private record Done(Group group, Activity activity) {}

  private void activities(QueryParameters in, Xml out) {
    List<String> ids = in.list("ActivityIds.member");
    List<Done> found =
        groups.all().stream()
            .filter(group -> in.text("AutoScalingGroupName").orElse(group.name).equals(group.name))
            .flatMap(group -> group.activities().stream().map(done -> new Done(group, done)))
            .filter(done -> ids.isEmpty() || ids.contains(done.activity().id()))
            .toList();
    Page.write(
        in,
        out,
        "Activities",
        found,
        done -> GroupXml.activity(out, done.group(), done.activity()));
  }
}
