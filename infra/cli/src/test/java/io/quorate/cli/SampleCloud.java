package io.quorate.cli;

import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.LaunchSource;
import io.quorate.model.InstanceId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What Auto Scaling and EC2 say in a test; as it is, that three instances run in their group. */
public final class SampleCloud implements CloudReader {
  private final Map<InstanceId, String> lifecycles = new HashMap<>();
  private final Map<InstanceId, InstanceState> states = new HashMap<>();
  private final Map<InstanceId, LaunchSource> made = new HashMap<>();
  private Optional<LaunchSource> launches = Optional.empty();
  private Optional<String> silent = Optional.empty();

  public SampleCloud() {
    for (int n = 1; n <= 3; n++) {
      launched(n);
    }
  }

  public SampleCloud launched(int n) {
    lifecycles.put(Sample.instance(n), "InService");
    states.put(Sample.instance(n), InstanceState.RUNNING);
    return this;
  }

  public SampleCloud terminated(int n) {
    lifecycles.remove(Sample.instance(n));
    states.put(Sample.instance(n), InstanceState.TERMINATED);
    return this;
  }

  /** The group launches from this version of its template. */
  public SampleCloud launching(String version) {
    launches = Optional.of(new LaunchSource("lt-1", version));
    return this;
  }

  public SampleCloud launchedFrom(int n, String version) {
    made.put(Sample.instance(n), new LaunchSource("lt-1", version));
    return this;
  }

  /** Auto Scaling does not tell, and EC2 neither. */
  public SampleCloud denied(String why) {
    silent = Optional.of(why);
    return this;
  }

  @Override
  public GroupView group(String name) {
    return silent
        .<GroupView>map(GroupView.Unknown::new)
        .orElseGet(
            () ->
                new GroupView.Observed(3, lifecycles, List.of())
                    .with(
                        launches
                            .map(from -> GroupSettings.UNKNOWN.launching(from, made))
                            .orElse(GroupSettings.UNKNOWN)));
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    Set<InstanceId> unknown = new HashSet<>(ids);
    unknown.removeAll(states.keySet());
    return silent.isPresent() ? Optional.empty() : Optional.of(unknown);
  }

  @Override
  public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
    Map<InstanceId, InstanceState> found = new HashMap<>(states);
    found.keySet().retainAll(ids);
    return silent.isPresent() ? Map.of() : found;
  }
}
