package io.quorate.localcloud.autoscaling;

import java.util.List;
import java.util.Optional;

/**
 * What a group was asked to be.
 *
 * @param template name of the launch template, or of the launch configuration
 * @param templateVersion the launch template's version, empty for a launch configuration
 * @param min smallest desired capacity
 * @param max largest desired capacity
 * @param desired the desired capacity
 * @param zones availability zones to spread over
 * @param subnets comma-separated subnets, empty where zones were given
 * @param protectNew whether new instances are protected from scale-in
 * @param healthCheckType EC2 or ELB
 * @param healthCheckGrace grace period in seconds
 * @param cooldown default cooldown in seconds
 * @param terminationPolicies recorded only
 */
record GroupSpec(
    String template,
    Optional<String> templateVersion,
    int min,
    int max,
    int desired,
    List<String> zones,
    String subnets,
    boolean protectNew,
    String healthCheckType,
    int healthCheckGrace,
    int cooldown,
    List<String> terminationPolicies) {
  /** The version that instances are launched from. */
  String version() {
    return templateVersion.orElse("$Default");
  }

  GroupSpec withDesired(int now) {
    return new GroupSpec(
        template,
        templateVersion,
        min,
        max,
        now,
        zones,
        subnets,
        protectNew,
        healthCheckType,
        healthCheckGrace,
        cooldown,
        terminationPolicies);
  }
}
