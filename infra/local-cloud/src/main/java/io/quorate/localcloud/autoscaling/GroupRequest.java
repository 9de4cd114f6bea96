package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import io.quorate.localcloud.protocol.QueryParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the parameters of CreateAutoScalingGroup and UpdateAutoScalingGroup. */
final class GroupRequest {
  private GroupRequest() {}

  static GroupSpec create(QueryParameters in, AutoScalingSettings settings) {
    int min = in.integer("MinSize").orElseThrow(() -> missing("MinSize"));
    int max = in.integer("MaxSize").orElseThrow(() -> missing("MaxSize"));
    GroupSpec defaults =
        new GroupSpec(
            "",
            Optional.empty(),
            min,
            max,
            min,
            List.of(),
            "",
            false,
            "EC2",
            0,
            300,
            List.of("Default"));
    GroupSpec spec = update(in, defaults, settings);
    if (spec.template().isEmpty()) {
      throw AwsError.validation(
          "Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId or MixedInstancesPolicy parameter.");
    }
    if (spec.zones().isEmpty()) {
      throw AwsError.validation("At least one Availability Zone or VPC Subnet is required.");
    }
    return spec;
  }

  static GroupSpec update(QueryParameters in, GroupSpec old, AutoScalingSettings settings) {
    QueryParameters template = in.structure("LaunchTemplate");
    Optional<String> launchTemplate =
        template.text("LaunchTemplateName").or(() -> template.text("LaunchTemplateId"));
    Optional<String> configuration = in.text("LaunchConfigurationName");
    int min = in.integer("MinSize").orElse(old.min());
    int max = in.integer("MaxSize").orElse(old.max());
    // As in AWS, a desired capacity that was not named is drawn into new limits.
    int desired = in.integer("DesiredCapacity").orElse(Math.max(min, Math.min(max, old.desired())));
    expectOrder(min, desired, max);
    return new GroupSpec(
        launchTemplate.or(() -> configuration).orElse(old.template()),
        launchTemplate.isPresent()
            ? template.text("Version").or(() -> Optional.of("$Default"))
            : configuration.isPresent() ? Optional.empty() : old.templateVersion(),
        min,
        max,
        desired,
        zones(in, old, settings),
        in.text("VPCZoneIdentifier").orElse(old.subnets()),
        in.flag("NewInstancesProtectedFromScaleIn").orElse(old.protectNew()),
        in.text("HealthCheckType").orElse(old.healthCheckType()),
        in.integer("HealthCheckGracePeriod").orElse(old.healthCheckGrace()),
        in.integer("DefaultCooldown").orElse(old.cooldown()),
        Optional.of(in.list("TerminationPolicies.member"))
            .filter(policies -> !policies.isEmpty())
            .orElse(old.terminationPolicies()));
  }

  private static void expectOrder(int min, int desired, int max) {
    if (min < 0 || min > max) {
      throw AwsError.validation(
          "Min size %d must be at least 0 and at most max size %d".formatted(min, max));
    }
    if (desired < min || desired > max) {
      throw AwsError.validation(
          "Desired capacity:%d must be between the specified min size:%d and max size:%d"
              .formatted(desired, min, max));
    }
  }

  private static List<String> zones(
      QueryParameters in, GroupSpec old, AutoScalingSettings settings) {
    List<String> named = in.list("AvailabilityZones.member");
    for (String zone : named) {
      if (!settings.zones().contains(zone)) {
        throw AwsError.validation("%s is not a valid zone.".formatted(zone));
      }
    }
    if (!named.isEmpty()) {
      return named;
    }
    String subnets = in.text("VPCZoneIdentifier").orElse("");
    if (subnets.isBlank()) {
      return old.zones();
    }
    List<String> zones = new ArrayList<>();
    for (String subnet : subnets.split(",", -1)) {
      zones.add(zone(subnet.strip(), zones.size(), settings));
    }
    return zones.stream().distinct().toList();
  }

  // A subnet named after a zone lies in it; others are counted off.
  private static String zone(String subnet, int index, AutoScalingSettings settings) {
    return settings.zones().stream()
        .filter(subnet::endsWith)
        .findFirst()
        .orElse(settings.zones().get(index % settings.zones().size()));
  }

  private static AwsError missing(String name) {
    return AwsError.validation(
        "1 validation error detected: Value null at '%s' failed to satisfy constraint: Member must not be null"
            .formatted(name));
  }
}
