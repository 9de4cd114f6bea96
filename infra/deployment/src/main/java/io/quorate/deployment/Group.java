package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** A cluster's auto-scaling group, of the cluster's name, as a user changes it. */
public final class Group {
  private final LocalDeployment deployment;
  private final String name;

  /** The group of this cluster. */
  public Group(LocalDeployment deployment, ClusterName cluster) {
    this.deployment = deployment;
    this.name = cluster.value();
  }

  /** Asks for so many instances. */
  public void resize(int desired) {
    deployment
        .clients()
        .autoScaling()
        .setDesiredCapacity(g -> g.autoScalingGroupName(name).desiredCapacity(desired));
  }

  /**
   * Has it launch from a newer version of its launch template, as another image or tag makes one:
   * the instances that are there are outdated from then on.
   */
  public void launchFromNewVersion() {
    try (Ec2Client ec2 = deployment.clients().ec2()) {
      String made =
          ec2.createLaunchTemplateVersion(
                  request -> request.launchTemplateName(name).sourceVersion("$Latest"))
              .launchTemplateVersion()
              .versionNumber()
              .toString();
      deployment
          .clients()
          .autoScaling()
          .updateAutoScalingGroup(
              group ->
                  group
                      .autoScalingGroupName(name)
                      .launchTemplate(template -> template.launchTemplateName(name).version(made)));
    }
  }

  /** Ends an instance and lowers the wish by one. */
  public void scaleIn(InstanceView victim) {
    terminate(victim, true);
  }

  /** Ends an instance; the group launches another. */
  public void terminate(InstanceView victim) {
    terminate(victim, false);
  }

  private void terminate(InstanceView victim, boolean decrement) {
    deployment
        .clients()
        .autoScaling()
        .terminateInstanceInAutoScalingGroup(
            t -> t.instanceId(victim.id()).shouldDecrementDesiredCapacity(decrement));
  }
}
