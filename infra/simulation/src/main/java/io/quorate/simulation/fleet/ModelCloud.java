package io.quorate.simulation.fleet;

import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Auto Scaling and EC2 of a modelled fleet, at the rates that they let pass. */
final class ModelCloud implements CloudReader {
  private static final long CALL_MILLIS = 60;
  private static final int MOST = 9;

  private final Map<String, ModelCluster> groups = new HashMap<>();
  private final Map<InstanceId, InstanceState> instances = new HashMap<>();
  private final ModelLimits limits;

  ModelCloud(Collection<ModelCluster> clusters, ModelLimits limits) {
    this.limits = limits;
    clusters.forEach(
        cluster -> {
          groups.put(cluster.group(), cluster);
          cluster.instances().forEach(id -> instances.put(id, InstanceState.RUNNING));
        });
  }

  /** EC2 shows it terminated from now on. */
  void terminated(InstanceId instance) {
    instances.put(instance, InstanceState.TERMINATED);
  }

  @Override
  public GroupView group(String name) {
    limits.call("DescribeAutoScalingGroups", CALL_MILLIS);
    ModelCluster cluster = groups.get(name);
    if (cluster == null) {
      return new GroupView.Unknown("no group " + name);
    }
    Map<InstanceId, String> lifecycles = new HashMap<>();
    cluster.instances().stream()
        .filter(id -> instances.get(id) == InstanceState.RUNNING)
        .forEach(id -> lifecycles.put(id, "InService"));
    return new GroupView.Observed(cluster.instances().size(), lifecycles, Map.of(), List.of())
        .with(
            new GroupSettings(
                Optional.of(MOST),
                Optional.of(
                    List.of(
                        new GroupHook(
                            HookAnswer.LAUNCH, "autoscaling:EC2_INSTANCE_LAUNCHING", "CONTINUE"),
                        new GroupHook(
                            HookAnswer.TERMINATE,
                            "autoscaling:EC2_INSTANCE_TERMINATING",
                            "CONTINUE"))),
                List.of(),
                Optional.empty(),
                Optional.of("us-east-1/123456789012")));
  }

  @Override
  public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
    limits.call("DescribeInstances", CALL_MILLIS);
    Map<InstanceId, InstanceState> shown = new HashMap<>(instances);
    shown.keySet().retainAll(ids);
    return shown;
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    limits.call("DescribeInstances", CALL_MILLIS);
    Set<InstanceId> unknown = new HashSet<>(ids);
    unknown.removeAll(instances.keySet());
    return Optional.of(unknown);
  }
}
