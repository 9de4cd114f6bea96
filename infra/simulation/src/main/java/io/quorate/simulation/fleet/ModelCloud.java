package io.quorate.simulation.fleet;

import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.BulkDescriber;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.simulation.fleet.ModelLimits.Service;
import io.quorate.state.HookAnswer;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Auto Scaling and EC2 of a modelled fleet, at the rates that they let pass. It asks as often as
 * the controller's adapter does: for the hooks of a group, and for the launches of one that has too
 * few instances, besides.
 */
final class ModelCloud implements CloudReader, BulkDescriber {
  private static final long CALL_MILLIS = 60;
  private static final long BULK_MILLIS = 200;
  private static final int FILTER_VALUES = 200;
  private static final int MOST = 9;
  private static final String SILENT = "Auto Scaling did not answer: throttled";

  private final Map<String, ModelCluster> groups = new HashMap<>();
  private final Map<InstanceId, InstanceState> instances = new HashMap<>();
  private final ModelLimits limits;
  private final InstantSource clock;

  ModelCloud(Collection<ModelCluster> clusters, ModelLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
    clusters.forEach(
        cluster -> {
          groups.put(cluster.group(), cluster);
          cluster.instances().forEach(id -> instances.put(id, InstanceState.RUNNING));
        });
  }

  /** EC2 shows it terminated from now on, and its group has dropped it. */
  void terminated(InstanceId instance) {
    instances.put(instance, InstanceState.TERMINATED);
  }

  @Override
  public BulkAnswer describe(List<String> names, Terms terms) {
    if (!limits.call(Service.AUTO_SCALING, BULK_MILLIS)) {
      return new BulkAnswer(Map.of(), Optional.of(SILENT), Map.of(), false, Map.of());
    }
    Map<String, GroupView.Observed> shown = new HashMap<>();
    Map<InstanceId, InstanceState> states = new HashMap<>();
    for (String name : names) {
      Optional.ofNullable(groups.get(name))
          .ifPresent(
              cluster -> {
                if (terms.due(name, clock.instant())) {
                  besides();
                }
                if (running(cluster).size() < cluster.instances().size()
                    && terms.mayAsk().getAsBoolean()) {
                  besides();
                }
                shown.put(name, observed(cluster));
                running(cluster).forEach(id -> states.put(id, InstanceState.RUNNING));
              });
    }
    boolean answered = true;
    for (int from = 0; from < states.size(); from += FILTER_VALUES) {
      answered &= limits.call(Service.EC2, BULK_MILLIS);
    }
    return new BulkAnswer(
        shown, Optional.empty(), answered ? states : Map.of(), answered, Map.of());
  }

  /** A call about one group, of which nothing else depends here. */
  private void besides() {
    limits.aside(Service.AUTO_SCALING, CALL_MILLIS);
  }

  @Override
  public GroupView group(String name) {
    if (!limits.call(Service.AUTO_SCALING, CALL_MILLIS)) {
      return new GroupView.Unknown(SILENT);
    }
    ModelCluster cluster = groups.get(name);
    if (cluster == null) {
      return new GroupView.Unknown("no group " + name);
    }
    besides();
    return observed(cluster);
  }

  private List<InstanceId> running(ModelCluster cluster) {
    return cluster.instances().stream()
        .filter(id -> instances.get(id) == InstanceState.RUNNING)
        .toList();
  }

  private GroupView.Observed observed(ModelCluster cluster) {
    Map<InstanceId, String> lifecycles = new HashMap<>();
    running(cluster).forEach(id -> lifecycles.put(id, "InService"));
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
    if (!limits.call(Service.EC2, CALL_MILLIS)) {
      return Map.of();
    }
    Map<InstanceId, InstanceState> shown = new HashMap<>();
    ids.forEach(
        id -> Optional.ofNullable(instances.get(id)).ifPresent(state -> shown.put(id, state)));
    return shown;
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    if (!limits.call(Service.EC2, CALL_MILLIS)) {
      return Optional.empty();
    }
    Set<InstanceId> unknown = new HashSet<>(ids);
    unknown.removeAll(instances.keySet());
    return Optional.of(unknown);
  }
}
