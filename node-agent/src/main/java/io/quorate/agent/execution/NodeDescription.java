package io.quorate.agent.execution;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Endpoints;

/** Which node this agent is: cluster, instance, zone, where its etcd is reached, own version. */
public record NodeDescription(
    ClusterName cluster,
    InstanceId instance,
    String zone,
    Endpoints endpoints,
    String agentVersion) {}
