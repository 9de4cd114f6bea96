package io.quorate.controller.autoscaling;

import io.quorate.controller.view.LaunchSource;
import io.quorate.model.InstanceId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.LaunchTemplate;
import software.amazon.awssdk.services.autoscaling.model.LaunchTemplateSpecification;

/** From what a group launches its instances, and did, in Auto Scaling's answer. */
final class LaunchSources {
  private LaunchSources() {}

  /** Empty where it launches from no template, or from more than one. */
  static Optional<LaunchSource> of(AutoScalingGroup group) {
    return Optional.ofNullable(group.mixedInstancesPolicy())
        .map(mixed -> ofOne(mixed.launchTemplate()))
        .orElseGet(() -> source(group.launchTemplate()));
  }

  private static Optional<LaunchSource> ofOne(@Nullable LaunchTemplate template) {
    return Optional.ofNullable(template)
        .filter(
            one ->
                one.overrides().stream()
                    .allMatch(override -> override.launchTemplateSpecification() == null))
        .flatMap(one -> source(one.launchTemplateSpecification()));
  }

  /** Of the instances of which Auto Scaling tells it. */
  static Map<InstanceId, LaunchSource> ofInstances(AutoScalingGroup group) {
    Map<InstanceId, LaunchSource> made = new HashMap<>();
    group
        .instances()
        .forEach(
            instance ->
                source(instance.launchTemplate())
                    .ifPresent(from -> made.put(new InstanceId(instance.instanceId()), from)));
    return made;
  }

  private static Optional<LaunchSource> source(@Nullable LaunchTemplateSpecification template) {
    return Optional.ofNullable(template)
        .filter(one -> one.launchTemplateId() != null && one.version() != null)
        .map(one -> new LaunchSource(one.launchTemplateId(), one.version()));
  }
}
