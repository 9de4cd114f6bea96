package io.quorate.agent.execution;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Endpoints;
import java.util.function.Supplier;

/** Which node this agent is: cluster, instance, zone, where its etcd is reached, own version. */
public record NodeDescription(
    ClusterName cluster,
    InstanceId instance,
    String zone,
    Supplier<Endpoints> where,
    String agentVersion) {
  /** A node that is always reached by the same URLs. */
  public NodeDescription(
      ClusterName cluster,
      InstanceId instance,
      String zone,
      Endpoints endpoints,
      String agentVersion) {
    this(cluster, instance, zone, () -> endpoints, agentVersion);
  }

  /** Where its etcd is reached, by what the spec asks for now. */
  public Endpoints endpoints() {
    return where.get();
  }
}
