package io.quorate.simulation.cloud;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.simulation.schedule.CallFault;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.state.HookAnswer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Auto Scaling and EC2 as one controller reaches them. */
public final class CloudPort implements CloudReader, InstanceTerminator, LifecycleHooks {
  private static final long TIMEOUT_MILLIS = 5_000;

  /**
   * How the listings are wrong.
   *
   * @param lateMillis how old the next one is
   * @param forgets whether it leaves out the next instance
   * @param elsewhere whether it is of another region, where a group of the same name has an
   *     instance of its own
   */
  public record Listings(
      LongSupplier lateMillis, BooleanSupplier forgets, BooleanSupplier elsewhere) {}

  private static final String PLACE = "region-a/1";
  private static final String ANOTHER_PLACE = "region-b/1";
  private static final InstanceId STRANGER = new InstanceId("i-elsewhere");

  private final Scheduler scheduler;
  private final List<GroupModel> groups;
  private final SimTransport wire;
  private final Function<CloudApi, CallFault> callFaults;
  private final Listings listings;

  /** For this actor. */
  public CloudPort(
      Scheduler scheduler,
      List<GroupModel> groups,
      SimTransport wire,
      Function<CloudApi, CallFault> callFaults,
      Listings listings) {
    this.scheduler = scheduler;
    this.groups = groups;
    this.wire = wire;
    this.callFaults = callFaults;
    this.listings = listings;
  }

  @Override
  public GroupView group(String name) {
    return wire.remote(
        "describes group " + name,
        callFaults.apply(CloudApi.AUTO_SCALING),
        TIMEOUT_MILLIS,
        () -> observed(name),
        GroupView.Unknown::new);
  }

  private static GroupView.Observed in(
      String place, int desired, Map<InstanceId, String> lifecycles) {
    return new GroupView.Observed(desired, lifecycles, List.of())
        .with(
            new GroupSettings(
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of(place)));
  }

  private GroupView observed(String name) {
    if (listings.elsewhere().getAsBoolean()) {
      return in(ANOTHER_PLACE, 1, Map.of(STRANGER, "InService"));
    }
    long then = scheduler.now() - listings.lateMillis().getAsLong();
    return groups.stream()
        .filter(group -> group.name().equals(name))
        .findFirst()
        .<GroupView>map(
            group -> {
              Map<InstanceId, String> lifecycles = new TreeMap<>();
              for (Instance instance : group.instances()) {
                instance
                    .lifecycleAt(then)
                    .filter(lifecycle -> !listings.forgets().getAsBoolean())
                    .ifPresent(lifecycle -> lifecycles.put(instance.id(), lifecycle));
              }
              return in(PLACE, group.desired(), lifecycles);
            })
        .orElseGet(() -> new GroupView.Unknown("no group " + name));
  }

  @Override
  public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
    return wire.remote(
        "describes instances",
        callFaults.apply(CloudApi.EC2),
        TIMEOUT_MILLIS,
        () -> states(ids),
        why -> Map.of());
  }

  /** Describes groups with one call, and their instances with another. */
  public BulkAnswer describe(List<String> names) {
    Map<String, GroupView.Observed> shown = new TreeMap<>();
    Optional<String> silent =
        wire.remote(
            "describes groups " + names,
            callFaults.apply(CloudApi.AUTO_SCALING),
            TIMEOUT_MILLIS,
            () -> {
              for (String name : names) {
                if (observed(name) instanceof GroupView.Observed group) {
                  shown.put(name, group);
                }
              }
              return Optional.<String>empty();
            },
            Optional::of);
    if (silent.isPresent()) {
      return new BulkAnswer(Map.of(), silent, Map.of(), false, Map.of());
    }
    Set<InstanceId> ids = new TreeSet<>();
    shown.values().forEach(group -> ids.addAll(group.lifecycles().keySet()));
    Optional<Map<InstanceId, InstanceState>> states =
        wire.remote(
            "describes instances",
            callFaults.apply(CloudApi.EC2),
            TIMEOUT_MILLIS,
            () -> Optional.of(states(ids)),
            why -> Optional.empty());
    return new BulkAnswer(
        shown, Optional.empty(), states.orElse(Map.of()), states.isPresent(), Map.of());
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    return wire.remote(
        "describes instances",
        callFaults.apply(CloudApi.EC2),
        TIMEOUT_MILLIS,
        () -> {
          Set<InstanceId> unknown = new TreeSet<>(ids);
          unknown.removeAll(states(ids).keySet());
          return Optional.of(unknown);
        },
        why -> Optional.empty());
  }

  private Map<InstanceId, InstanceState> states(Collection<InstanceId> ids) {
    if (listings.elsewhere().getAsBoolean()) {
      return ids.contains(STRANGER) ? Map.of(STRANGER, InstanceState.RUNNING) : Map.of();
    }
    long then = scheduler.now() - listings.lateMillis().getAsLong();
    Map<InstanceId, InstanceState> states = new TreeMap<>();
    for (InstanceId id : new TreeSet<>(ids)) {
      find(id)
          .flatMap(instance -> instance.stateAt(then))
          .filter(state -> !listings.forgets().getAsBoolean())
          .ifPresent(state -> states.put(id, state));
    }
    return states;
  }

  private Optional<Instance> find(InstanceId id) {
    return groups.stream().flatMap(group -> group.find(id).stream()).findFirst();
  }

  /** The instances of these groups, as a listing shows them. */
  public Map<InstanceId, String> instancesOf(Collection<String> names) {
    return wire.remote(
        "describes groups " + new TreeSet<>(names),
        callFaults.apply(CloudApi.AUTO_SCALING),
        TIMEOUT_MILLIS,
        () -> {
          Map<InstanceId, String> found = new TreeMap<>();
          for (String name : new TreeSet<>(names)) {
            if (observed(name) instanceof GroupView.Observed group) {
              group.lifecycles().keySet().forEach(id -> found.put(id, name));
            }
          }
          return found;
        },
        why -> {
          throw unavailable(why);
        });
  }

  @Override
  public Termination terminate(InstanceId id) {
    return wire.remote(
        "terminates " + id,
        callFaults.apply(CloudApi.AUTO_SCALING),
        TIMEOUT_MILLIS,
        () -> terminated(id),
        why -> {
          throw unavailable(why);
        });
  }

  @Override
  public void terminateAtEc2(ClusterName cluster, InstanceId id) {
    wire.remote(
        "terminates " + id + " at EC2",
        callFaults.apply(CloudApi.EC2),
        TIMEOUT_MILLIS,
        () -> {
          if (!listings.elsewhere().getAsBoolean()) {
            groups.forEach(group -> group.find(id).ifPresent(group::terminateAtEc2));
          }
          return Termination.ACCEPTED;
        },
        why -> {
          throw unavailable(why);
        });
  }

  private Termination terminated(InstanceId id) {
    if (listings.elsewhere().getAsBoolean()) {
      return Termination.NOT_IN_A_GROUP;
    }
    for (GroupModel group : groups) {
      Optional<Instance> instance = group.find(id).filter(i -> !i.lifecycle().isEmpty());
      if (instance.isPresent()) {
        group.terminateByController(instance.get(), wire.simProcess().name());
        return Termination.ACCEPTED;
      }
    }
    return Termination.NOT_IN_A_GROUP;
  }

  /** The hooks of simulated groups are a person's: no controller is shown them, or answers. */
  @Override
  public Answer complete(String group, String hook, InstanceId instance, HookAnswer.Result result) {
    throw new IllegalStateException(hook + " of " + group + " does not hold " + instance);
  }

  @Override
  public Answer extend(String group, String hook, InstanceId instance) {
    throw new IllegalStateException(hook + " of " + group + " does not hold " + instance);
  }

  private static CloudUnavailableException unavailable(String why) {
    return new CloudUnavailableException(why, new IllegalStateException("simulated"));
  }
}
