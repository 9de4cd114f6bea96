package io.quorate.controller.function;

import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which group has an instance, so that EC2's events about other people's instances cost no call
 * (ADR 36).
 *
 * <ol>
 *   <li>Every turn describes its cluster's group through this reader, which remembers the group's
 *       instances.
 *   <li>An event about a remembered instance belongs to its group.
 *   <li>Before another instance is called foreign, every group of the fleet must have been
 *       described within {@link #KEPT}; those that were not are listed in one call. The schedule's
 *       turns usually have described them all.
 * </ol>
 */
public final class KnownInstances implements CloudReader {
  /** How long one description of a group is enough; the schedule looks each minute. */
  static final Duration KEPT = Duration.ofSeconds(90);

  /** EC2 tells of the end of an instance that its group has dropped already. */
  static final Duration REMEMBERED = Duration.ofHours(1);

  private record Seen(String group, Instant at) {}

  private final CloudReader cloud;
  private final GroupListing listing;
  private final InstantSource clock;
  private final Map<InstanceId, Seen> instances = new ConcurrentHashMap<>();
  private final Map<String, Instant> described = new ConcurrentHashMap<>();

  /** Reads this cloud, and lists by this listing what no turn has described. */
  public KnownInstances(CloudReader cloud, GroupListing listing, InstantSource clock) {
    this.cloud = cloud;
    this.listing = listing;
    this.clock = clock;
  }

  /**
   * The group that has this instance, if one of these groups has it.
   *
   * @throws RuntimeException when Auto Scaling had to be asked and did not answer
   */
  public Optional<String> groupOf(InstanceId id, Collection<String> groups) {
    if (!instances.containsKey(id)) {
      describe(groups);
    }
    return Optional.ofNullable(instances.get(id)).map(Seen::group);
  }

  private void describe(Collection<String> groups) {
    Instant now = clock.instant();
    List<String> old = new ArrayList<>();
    for (String group : groups) {
      if (!described.getOrDefault(group, Instant.EPOCH).plus(KEPT).isAfter(now)) {
        old.add(group);
      }
    }
    if (old.isEmpty()) {
      return;
    }
    listing.instancesOf(old).forEach((id, group) -> instances.put(id, new Seen(group, now)));
    old.forEach(group -> described.put(group, now));
    instances.values().removeIf(seen -> seen.at().plus(REMEMBERED).isBefore(now));
  }

  @Override
  public GroupView group(String name) {
    Instant now = clock.instant();
    GroupView view = cloud.group(name);
    switch (view) {
      case GroupView.Observed observed -> saw(name, observed, now);
      case GroupView.Unknown unknown -> {}
    }
    return view;
  }

  /** Remembers the instances of groups that were described in bulk. */
  public void saw(BulkAnswer answer) {
    Instant now = clock.instant();
    answer.groups().forEach((name, observed) -> saw(name, observed, now));
  }

  private void saw(String name, GroupView.Observed observed, Instant now) {
    observed.lifecycles().keySet().forEach(id -> instances.put(id, new Seen(name, now)));
    described.put(name, now);
  }

  @Override
  public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
    return cloud.instances(ids);
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    return cloud.unknown(ids);
  }

  @Override
  public Set<InstanceId> ofOtherClusters(ClusterName cluster, Collection<InstanceId> ids) {
    return cloud.ofOtherClusters(cluster, ids);
  }

  @Override
  public Map<String, Optional<String>> outcomes() {
    return cloud.outcomes();
  }

  @Override
  public void forgetOutcomes() {
    cloud.forgetOutcomes();
  }

  @Override
  public Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
    return cloud.addresses(ids);
  }
}
