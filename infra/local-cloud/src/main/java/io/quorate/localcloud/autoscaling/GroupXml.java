package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.Xml;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Writes groups, members, hooks and activities as Auto Scaling does. */
final class GroupXml {
  private GroupXml() {}

  static void group(Xml xml, Group group) {
    GroupSpec spec = group.spec;
    xml.text("AutoScalingGroupName", group.name).text("AutoScalingGroupARN", group.arn);
    template(xml, spec.template(), spec.templateVersion());
    xml.text("MinSize", spec.min())
        .text("MaxSize", spec.max())
        .text("DesiredCapacity", spec.desired())
        .text("DefaultCooldown", spec.cooldown())
        .texts("AvailabilityZones", spec.zones())
        .texts("LoadBalancerNames", List.of())
        .texts("TargetGroupARNs", List.of())
        .text("HealthCheckType", spec.healthCheckType())
        .text("HealthCheckGracePeriod", spec.healthCheckGrace())
        .text("CreatedTime", time(group.created))
        .text("VPCZoneIdentifier", spec.subnets())
        .text("NewInstancesProtectedFromScaleIn", spec.protectNew())
        .texts("TerminationPolicies", spec.terminationPolicies());
    if (group.deleting) {
      xml.text("Status", "Delete in progress");
    }
    xml.list(
        "Instances",
        group.members.values(),
        member -> member(xml, group, member, member.healthy ? "Healthy" : "Unhealthy"));
    xml.list(
        "SuspendedProcesses",
        group.suspended,
        process ->
            xml.text("ProcessName", process.wireName())
                .text("SuspensionReason", "User suspended at " + time(group.created)));
    xml.texts("EnabledMetrics", List.of());
    xml.list("Tags", group.tags.values(), tag -> tag(xml, group, tag));
    xml.text("ServiceLinkedRoleARN", serviceLinkedRole(group)).texts("TrafficSources", List.of());
  }

  private static void template(Xml xml, String name, Optional<String> version) {
    if (version.isEmpty()) {
      xml.text("LaunchConfigurationName", name);
    } else {
      xml.element(
          "LaunchTemplate",
          () ->
              xml.text("LaunchTemplateId", templateId(name))
                  .text("LaunchTemplateName", name)
                  .text("Version", version));
    }
  }

  static String templateId(String name) {
    return "lt-0%016x".formatted(Integer.toUnsignedLong(name.hashCode()));
  }

  private static String serviceLinkedRole(Group group) {
    String account = group.arn.split(":", -1)[4];
    return "arn:aws:iam::%s:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
        .formatted(account);
  }

  /** Its health is spelt "Healthy" in a listing of groups and "HEALTHY" in one of instances. */
  static void member(Xml xml, Group group, GroupMember member, String health) {
    xml.text("InstanceId", member.instance)
        .text("InstanceType", "local.process")
        .text("AvailabilityZone", member.zone)
        .text("LifecycleState", member.state.wireName())
        .text("HealthStatus", health);
    template(xml, member.template, member.templateVersion);
    xml.text("ProtectedFromScaleIn", member.protectedFromScaleIn);
  }

  static void tag(Xml xml, Group group, GroupTag tag) {
    xml.text("ResourceId", group.name)
        .text("ResourceType", "auto-scaling-group")
        .text("Key", tag.key())
        .text("Value", tag.value())
        .text("PropagateAtLaunch", tag.propagate());
  }

  static void hook(Xml xml, Group group, LifecycleHook hook) {
    xml.text("LifecycleHookName", hook.name())
        .text("AutoScalingGroupName", group.name)
        .text("LifecycleTransition", hook.transition().wireName())
        .text("NotificationTargetARN", hook.target())
        .text("RoleARN", hook.role())
        .text("NotificationMetadata", hook.metadata())
        .text("HeartbeatTimeout", hook.heartbeat().toSeconds())
        .text("GlobalTimeout", hook.globalTimeout().toSeconds())
        .text("DefaultResult", hook.defaultResult());
  }

  static void activity(Xml xml, Group group, Activity activity) {
    xml.text("ActivityId", activity.id())
        .text("AutoScalingGroupName", group.name)
        .text("Description", activity.description())
        .text("Cause", activity.cause())
        .text("StartTime", time(activity.started()))
        .text("EndTime", activity.ended().map(GroupXml::time))
        .text("StatusCode", activity.status())
        .text("StatusMessage", activity.statusMessage())
        .text("Progress", activity.progress())
        .text(
            "Details",
            "{\"Subnet ID\":\"subnet-%s\",\"Availability Zone\":\"%s\"}"
                .formatted(activity.zone(), activity.zone()))
        .text("AutoScalingGroupARN", group.arn);
  }

  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
