package io.quorate.deployment;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;

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
