package io.quorate.controller.function;

import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.BulkDescriber;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Describes the groups and instances of the clusters whose turns come next, a few dozen at once, so
 * that a turn does not ask EC2 and Auto Scaling by itself (ADR 50).
 *
 * <ol>
 *   <li>The invocation says first in which order it takes the clusters. The first turn that finds
 *       no answer young enough has its own group described, and those that follow.
 *   <li>An answer is used for {@link #OLDEST}. What was not answered is not asked again for as
 *       long: it is unknown to the turns that it was for, and each tells of it.
 *   <li>A group that the answer does not show, and instances that it does not show, are asked for
 *       by the turn itself: absence proves nothing (I7). Which instances EC2 does not know, and
 *       whose tags and addresses they have, is never asked for in bulk.
 *   <li>A turn that is to end, stop or delete something asks by itself ({@link #askAnew}).
 * </ol>
 */
public final class BulkReader implements CloudReader {
  /** So many groups are one call to Auto Scaling, and their instances mostly one to EC2. */
  public static final int AT_ONCE = 50;

  /** How old an answer may be when a look begins to rest on it. */
  public static final Duration OLDEST = Duration.ofSeconds(5);

  /** EC2 itself shows who has ended for about as long. */
  private static final Duration REMEMBERED = Duration.ofHours(1);

  /** The lifecycle hooks of so many groups are asked for in a minute. */
  private static final int HOOKS = 100;

  /** So many calls of turns about their own cluster are made in a second, by all invocations. */
  private static final double TURNS_A_SECOND = 10;

  /** So many listings of hooks that hold an instance and of launches that fail. */
  private static final double LISTINGS_A_SECOND = 5;

  private final CloudReader cloud;
  private final BulkDescriber describer;
  private final InstantSource clock;
  private final int invocations;
  private final CallBudget turns;
  private final CallBudget listings;
  private final ThreadLocal<Asking> asking = ThreadLocal.withInitial(Asking::new);
  private final Map<InstanceId, Instant> ended = new ConcurrentHashMap<>();
  private final Map<String, Described> described = new HashMap<>();
  private volatile Map<String, Optional<String>> handed = Map.of();
  private List<String> order = List.of();
  private Map<String, Integer> places = Map.of();
  private Duration hooksEvery = Duration.ofMinutes(1);

  /**
   * Describes by this describer; what turns ask by themselves goes to this cloud.
   *
   * @param invocations how many invocations of the schedule may run at once
   */
  public BulkReader(
      CloudReader cloud, BulkDescriber describer, InstantSource clock, int invocations) {
    this.cloud = cloud;
    this.describer = describer;
    this.clock = clock;
    this.invocations = invocations;
    this.turns = new CallBudget(TURNS_A_SECOND, clock);
    this.listings = new CallBudget(LISTINGS_A_SECOND, clock);
  }

  private record Described(BulkAnswer answer, Instant at) {}

  /**
   * What a look uses.
   *
   * @param now whether it was described for this very look
   */
  private record Use(Described described, boolean now) {}

  /** What one turn, on one thread, has asked. */
  private static final class Asking {
    private final Map<String, Optional<String>> outcomes = new TreeMap<>();
    private Optional<Use> use = Optional.empty();
    private Set<InstanceId> unasked = Set.of();
    private boolean anew;
  }

  /**
   * Says which groups' turns come, in order.
   *
   * @param fleet how many clusters there are in all
   */
  public void ahead(List<String> groups, int fleet) {
    ahead(groups, fleet, Map.of());
  }

  /**
   * The same of groups of whose clusters this invocation handed some on, or was handed them.
   *
   * @param handover how that was answered; each of their turns tells it
   */
  public synchronized void ahead(
      List<String> groups, int fleet, Map<String, Optional<String>> handover) {
    handed = Map.copyOf(handover);
    order = List.copyOf(groups);
    Map<String, Integer> at = new HashMap<>();
    for (int n = 0; n < order.size(); n++) {
      at.putIfAbsent(order.get(n), n);
    }
    places = at;
    hooksEvery = Duration.ofMinutes(Math.max(1, Math.ceilDiv(fleet, HOOKS)));
    int parts = Shares.parts(fleet, invocations);
    turns.share(parts);
    listings.share(parts);
    Instant old = clock.instant().minus(REMEMBERED);
    ended.values().removeIf(old::isAfter);
    described.clear();
  }

  @Override
  public GroupView group(String name) {
    Asking mine = asking.get();
    mine.use = mine.anew ? Optional.empty() : use(name);
    if (mine.use.isEmpty()) {
      return cloud.group(name);
    }
    BulkAnswer answer = mine.use.get().described().answer();
    mine.outcomes.putAll(answer.outcomes());
    if (answer.silent().isPresent()) {
      return new GroupView.Unknown(answer.silent().get());
    }
    GroupView.Observed shown = answer.groups().get(name);
    if (shown == null) {
      mine.use = Optional.empty();
      return cloud.group(name);
    }
    return shown;
  }

  private synchronized Optional<Use> use(String name) {
    Instant now = clock.instant();
    Described before = described.get(name);
    if (before != null && !before.at().plus(OLDEST).isBefore(now)) {
      return Optional.of(new Use(before, false));
    }
    Integer place = places.get(name);
    if (place == null) {
      return Optional.empty();
    }
    List<String> next = order.subList(place, Math.min(order.size(), place + AT_ONCE));
    Described fresh =
        new Described(
            describer.describe(
                next.stream().distinct().toList(),
                new BulkDescriber.Terms(hooksEvery, listings::take)),
            now);
    next.forEach(group -> described.put(group, fresh));
    return Optional.of(new Use(fresh, true));
  }

  @Override
  public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
    Asking mine = asking.get();
    mine.unasked = Set.of();
    Optional<Use> use = mine.use;
    if (use.isEmpty()) {
      return cloud.instances(ids);
    }
    BulkAnswer answer = use.get().described().answer();
    Map<InstanceId, InstanceState> shown = new HashMap<>(answer.instances());
    shown.keySet().retainAll(ids);
    ids.stream()
        .filter(ended::containsKey)
        .forEach(id -> shown.put(id, InstanceState.TERMINATED)); // That never changes again.
    Set<InstanceId> missing = new TreeSet<>(ids);
    missing.removeAll(shown.keySet());
    if (missing.isEmpty()) {
      return shown;
    }
    if (answer.instancesAnswered() && turns.take()) {
      Map<InstanceId, InstanceState> asked = cloud.instances(missing);
      asked.forEach(
          (id, state) -> {
            if (state == InstanceState.TERMINATED) {
              ended.put(id, clock.instant());
            }
          });
      shown.putAll(asked);
    } else {
      mine.unasked = missing;
    }
    return shown;
  }

  @Override
  public boolean onBulk() {
    return asking.get().use.filter(use -> !use.now()).isPresent();
  }

  @Override
  public boolean askAnew(boolean must) {
    Asking mine = asking.get();
    mine.anew |= must || turns.take();
    return mine.anew;
  }

  @Override
  public void forgetOutcomes() {
    asking.remove();
    cloud.forgetOutcomes();
  }

  @Override
  public Map<String, Optional<String>> outcomes() {
    Map<String, Optional<String>> all = new TreeMap<>(handed);
    all.putAll(asking.get().outcomes);
    all.putAll(cloud.outcomes());
    return all;
  }

  @Override
  public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    // Whom EC2 does not know is told only of those that it was asked about twice (ADR 42).
    return Collections.disjoint(ids, asking.get().unasked) ? cloud.unknown(ids) : Optional.empty();
  }

  @Override
  public Set<InstanceId> ofOtherClusters(ClusterName cluster, Collection<InstanceId> ids) {
    return cloud.ofOtherClusters(cluster, ids);
  }

  @Override
  public Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
    return cloud.addresses(ids);
  }
}
