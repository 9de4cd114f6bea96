package io.quorate.controller.plan.instances;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;

/** Nodes on whose disk the data of a second member was found damaged. */
public final class DamagedDisks {
  private static final int TOO_OFTEN = 2;

  private DamagedDisks() {}

  /** Whether no third member is to be put on a node's disk. */
  public static boolean wornOut(Heartbeat heartbeat) {
    return heartbeat.runs().damages() >= TOO_OFTEN;
  }

  /** The same of an instance; false while no row of it is known. */
  public static boolean wornOut(ClusterState clusterState, InstanceId instance) {
    return clusterState.node(instance).filter(node -> wornOut(node.heartbeat())).isPresent();
  }
}
