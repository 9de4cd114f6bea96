package io.quorate.controller.function;

import io.quorate.command.Lane;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.events.Handover;
import io.quorate.controller.events.Hint;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.controller.reconcile.Turn;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Turns one trigger into one turn for each cluster it hints at. The answer names the items of a
 * batch that should come again.
 *
 * <ol>
 *   <li>A few turns run side by side, each for a bounded time: a cluster whose turn fails, by
 *       whatever exception or error, or hangs never stops the others.
 *   <li>Of a large fleet the schedule's invocation takes a share and hands the others on, to
 *       further invocations of the function; one whose time ends hands on what it did not reach
 *       (ADR 50).
 *   <li>Each schedule begins with another cluster, and where nothing can be handed on with the one
 *       that the schedule before did not reach, so that none starves when the time does not reach
 *       for all.
 * </ol>
 */
public final class Dispatcher {
  /** How many turns run side by side. */
  static final int LANES = 4;

  /** How long one cluster's turn may take; far above a turn's second. */
  static final Duration LONGEST_TURN = Duration.ofSeconds(8);

  /** What is kept back of the invocation's time, for its answer. */
  static final Duration ANSWER = Duration.ofMillis(500);

  /** With less time a turn does nothing: it is rather another invocation's. */
  static final Duration LEAST_TURN = Turn.MARGIN.plusMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final ClusterIndex clusterIndex;
  private final Sweep sweep;
  private final BiFunction<InstanceId, Collection<String>, Optional<String>> groupOf;
  private final BiFunction<ClusterName, Instant, TurnResult> turn;
  private final InstantSource clock;
  private final TurnExecutor lanes;
  private final Shares shares;
  private final Optional<BulkReader> bulk;
  private long next;

  /**
   * Dispatches to these turns.
   *
   * @param sweep the clusters that the schedule looks at
   * @param groupOf the one of some groups that has an instance, if any does
   * @param turn one turn about one cluster, before that deadline
   */
  public Dispatcher(
      Sweep sweep,
      BiFunction<InstanceId, Collection<String>, Optional<String>> groupOf,
      BiFunction<ClusterName, Instant, TurnResult> turn,
      InstantSource clock,
      TurnExecutor lanes) {
    this(sweep, groupOf, turn, clock, lanes, Shares.NONE, Optional.empty());
  }

  /**
   * The same of a function that can invoke itself.
   *
   * @param shares hands parts of a large fleet on
   * @param bulk is told whose turns come next
   */
  public Dispatcher(
      Sweep sweep,
      BiFunction<InstanceId, Collection<String>, Optional<String>> groupOf,
      BiFunction<ClusterName, Instant, TurnResult> turn,
      InstantSource clock,
      TurnExecutor lanes,
      Shares shares,
      Optional<BulkReader> bulk) {
    this.shares = shares;
    this.bulk = bulk;
    this.clusterIndex = sweep.index();
    this.sweep = sweep;
    this.groupOf = groupOf;
    this.turn = turn;
    this.clock = clock;
    this.lanes = lanes;
    // A fresh environment begins anywhere, not always with the same cluster.
    this.next = clock.instant().getEpochSecond();
  }

  /** Handles one invocation; the ids of batch items that should come again. */
  public List<String> handle(Trigger trigger, Instant deadline, InvocationMetrics counters) {
    bulk.ifPresent(BulkReader::forgetOutcomes); // This thread may have handed on before.
    return switch (trigger) {
      case Trigger.Schedule schedule -> {
        everyCluster(deadline, counters);
        yield List.of();
      }
      case Trigger.Share share -> {
        share(share, deadline, counters);
        yield List.of();
      }
      case Trigger.Batch batch -> batch(batch, deadline, counters);
      case Trigger.Unknown unknown -> {
        LOG.warn("trigger=unknown why=\"{}\"", unknown.why());
        counters.add("MalformedEvents", 1);
        yield List.of();
      }
    };
  }

  private void everyCluster(Instant deadline, InvocationMetrics counters) {
    List<ClusterName> clusters = new ArrayList<>(sweep.clusters());
    if (clusters.isEmpty()) {
      return;
    }
    Collections.sort(clusters);
    Instant now = clock.instant();
    Shares.Parts parts = shares.handOut(clusters, now);
    counters.add("SharesHandedOn", parts.handedOn());
    counters.add("SharesRefused", parts.refused());
    List<ClusterName> own = parts.own();
    if (parts.handedOn() > 0) {
      Round whole = new Round(parts.until(), clusters.size(), handover());
      runShare(own, clusterIndex.groupsOf(), whole, deadline, counters);
      return;
    }
    Collections.rotate(own, -Math.floorMod(next, own.size()));
    Round whole = new Round(parts.until(), own.size(), handover());
    int begun = runShare(own, clusterIndex.groupsOf(), whole, deadline, counters);
    next += begun == own.size() ? 1 : begun;
  }

  private void share(Trigger.Share share, Instant deadline, InvocationMetrics counters) {
    if (!clock.instant().isBefore(share.until())) {
      LOG.warn("share={} why=\"too late: the next schedule has begun\"", share);
      counters.add("LateShares", 1);
      return;
    }
    Sweep.Part part = sweep.part(share);
    // That it arrived is an answer.
    Round round = new Round(share.until(), share.fleet(), Map.of(Handover.CALL, Optional.empty()));
    runShare(part.clusters(), part.groups(), round, deadline, counters);
  }

  /**
   * What an invocation's share is of.
   *
   * @param until when the next schedule comes
   * @param fleet how many clusters there are in all
   * @param handover how its shares were handed on, where they were
   */
  private record Round(Instant until, int fleet, Map<String, Optional<String>> handover) {}

  /** How the handing on of this invocation was answered. */
  private Map<String, Optional<String>> handover() {
    Map<String, Optional<String>> ended =
        bulk.map(reader -> new HashMap<>(reader.outcomes())).orElseGet(HashMap::new);
    ended.keySet().retainAll(Set.of(Handover.CALL));
    return ended;
  }

  /** How many turns were begun; what there was no time for is handed on, while that helps. */
  private int runShare(
      List<ClusterName> clusters,
      Map<ClusterName, String> groups,
      Round round,
      Instant deadline,
      InvocationMetrics counters) {
    ahead(clusters, groups, round.fleet(), round.handover());
    Instant last = deadline.minus(ANSWER).minus(shares.several() ? LEAST_TURN : Duration.ZERO);
    Turns turns =
        new Turns(deadline, last.isBefore(round.until()) ? last : round.until(), counters);
    turns.run(clusters);
    List<ClusterName> left = turns.left(clusters);
    boolean handedOn =
        !left.isEmpty()
            && left.size() < clusters.size()
            && shares.handOn(left, round.until(), round.fleet(), clock.instant());
    if (handedOn) {
      counters.add("SharesHandedOn", 1);
    } else {
      turns.skipped(left);
    }
    return clusters.size() - left.size();
  }

  private void ahead(
      List<ClusterName> clusters,
      Map<ClusterName, String> groups,
      int fleet,
      Map<String, Optional<String>> handover) {
    bulk.ifPresent(
        reader ->
            reader.ahead(
                clusters.stream()
                    .flatMap(name -> Optional.ofNullable(groups.get(name)).stream())
                    .toList(),
                fleet,
                handover));
  }

  private List<String> batch(Trigger.Batch batch, Instant deadline, InvocationMetrics counters) {
    Set<String> again = new HashSet<>();
    Map<String, List<ClusterName>> wanted = new LinkedHashMap<>();
    boolean answered = true;
    for (Trigger.Entry entry : batch.entries()) {
      try {
        if (!answered && entry.hint() instanceof Hint.Instance) {
          again.add(entry.id()); // Each would wait as long as the one before.
        } else {
          wanted.put(entry.id(), clusters(entry.hint(), counters));
        }
      } catch (RuntimeException e) {
        answered = false;
        failed(entry.id(), e, counters);
        again.add(entry.id());
      }
    }
    List<ClusterName> clusters = wanted.values().stream().flatMap(List::stream).distinct().toList();
    Map<ClusterName, String> groups = clusterIndex.groupsOf();
    ahead(clusters, groups, groups.size(), Map.of());
    Turns turns = new Turns(deadline, deadline.minus(ANSWER), counters);
    Set<ClusterName> done = turns.run(clusters);
    turns.skipped(turns.left(clusters));
    wanted.forEach(
        (id, of) -> {
          if (!done.containsAll(of)) {
            again.add(id);
          }
        });
    return batch.entries().stream().map(Trigger.Entry::id).filter(again::contains).toList();
  }

  private List<ClusterName> clusters(Hint hint, InvocationMetrics counters) {
    return switch (hint) {
      case Hint.Cluster at ->
          clusterIndex.knows(at.name())
              ? List.of(at.name())
              : foreign("cluster " + at.name() + " was never applied", counters);
      case Hint.Group at -> ofGroup(at.name(), counters);
      case Hint.Instance at ->
          groupOf
              .apply(at.id(), clusterIndex.groups())
              .map(group -> ofGroup(group, counters))
              .orElseGet(() -> foreign("no cluster's group has instance " + at.id(), counters));
      case Hint.Foreign no -> foreign(no.why(), counters);
      case Hint.Malformed no -> {
        LOG.warn("event=malformed why=\"{}\"", no.why());
        counters.add("MalformedEvents", 1);
        yield List.of();
      }
    };
  }

  private List<ClusterName> ofGroup(String group, InvocationMetrics counters) {
    List<ClusterName> found = clusterIndex.ofGroup(group);
    if (found.size() > 1) {
      LOG.error("group={} clusters={} why=\"a group serves one cluster only\"", group, found);
      counters.add("SharedGroups", 1);
    }
    return found.isEmpty() ? foreign("no cluster has group " + group, counters) : found;
  }

  private static List<ClusterName> foreign(String why, InvocationMetrics counters) {
    LOG.debug("event=foreign why=\"{}\"", why);
    counters.add("ForeignEvents", 1);
    return List.of();
  }

  /** The turns of one invocation. */
  private final class Turns {
    private final Instant until;
    private final Instant last;
    private final InvocationMetrics counters;
    private final Set<ClusterName> begun = ConcurrentHashMap.newKeySet();

    /**
     * All have ended before the deadline.
     *
     * @param last none is begun from then on
     */
    Turns(Instant deadline, Instant last, InvocationMetrics counters) {
      this.until = deadline.minus(ANSWER);
      this.last = last;
      this.counters = counters;
    }

    /** The clusters whose turn needs no repeating. */
    Set<ClusterName> run(Collection<ClusterName> clusters) {
      Map<ClusterName, Boolean> ended =
          lanes.run(clusters, this::attempt, Duration.between(clock.instant(), until));
      for (ClusterName cluster : clusters) {
        if (begun.contains(cluster) && !ended.containsKey(cluster)) {
          LOG.warn("cluster={} turn=hung why=\"not ended at the invocation's end\"", cluster);
          counters.add("LateTurns", 1);
        }
      }
      ended.values().removeIf(enough -> !enough);
      return ended.keySet();
    }

    /** Those that were not begun, and whoever comes after them. */
    List<ClusterName> left(List<ClusterName> clusters) {
      return clusters.stream().dropWhile(begun::contains).toList();
    }

    void skipped(List<ClusterName> left) {
      for (ClusterName cluster : left) {
        if (!begun.contains(cluster)) {
          LOG.warn("cluster={} turn=skipped why=\"no time left\"", cluster);
          counters.add("SkippedTurns", 1);
        }
      }
    }

    private boolean attempt(ClusterName cluster) {
      Instant now = clock.instant();
      if (!now.isBefore(last)) {
        return false;
      }
      begun.add(cluster);
      MDC.put("cluster", cluster.value());
      try {
        Instant longest = now.plus(LONGEST_TURN);
        TurnResult result = turn.apply(cluster, longest.isBefore(until) ? longest : until);
        tell(cluster, result, counters);
        return !result.retry();
      } catch (RuntimeException | Error e) {
        // Memory or a stack that ran out is as much this cluster's as a record that cannot be read.
        failed(cluster.value(), e, counters);
        return false;
      } finally {
        MDC.remove("cluster");
      }
    }
  }

  private static void failed(String what, Throwable e, InvocationMetrics counters) {
    LOG.error("turn=failed of={} error=\"{}\"", what, ErrorChain.of(e));
    LOG.debug("turn=failed of={}", what, e);
    counters.add("FailedTurns", 1);
  }

  private static void tell(ClusterName cluster, TurnResult result, InvocationMetrics counters) {
    switch (result) {
      case TurnResult.Settled settled -> {
        decided(settled.decisions(), counters);
        ages(settled.snapshots(), counters);
        counters.cluster(cluster, settled.signals(), settled.snapshots());
        counters.add("UnreadableNodes", settled.unreadable().size());
        settled
            .unreadable()
            .forEach(why -> LOG.warn("cluster={} node=unreadable why=\"{}\"", cluster, why));
      }
      case TurnResult.Busy busy -> warn(cluster, "busy", busy, "BusyTurns", counters);
      case TurnResult.Stale stale -> warn(cluster, "stale", stale, "StaleTurns", counters);
      case TurnResult.Overtaken lost -> warn(cluster, "overtaken", lost, "StaleTurns", counters);
      case TurnResult.OutOfTime late -> warn(cluster, "late", late, "LateTurns", counters);
      case TurnResult.Unsettled more -> {
        decided(more.decisions(), counters);
        warn(cluster, "unsettled", more, "UnsettledTurns", counters);
      }
      case TurnResult.Halted halted -> {
        counters.halted(cluster, halted.condition());
        warn(cluster, "halted", halted, "HaltedTurns", counters);
      }
      case TurnResult.NoCluster none -> counters.add("ForeignEvents", 1);
    }
  }

  private static void ages(SnapshotAges snapshots, InvocationMetrics counters) {
    snapshots.newest().ifPresent(age -> counters.highest("SnapshotAge", age));
    snapshots.verified().ifPresent(age -> counters.highest("VerifiedSnapshotAge", age));
    snapshots.restore().ifPresent(time -> counters.highest("RestoreTime", time));
  }

  private static void decided(List<String> decisions, InvocationMetrics counters) {
    counters.add("Decisions", decisions.size());
    for (Result result : Result.values()) {
      String closed =
          CloseCommand.code(Lane.MAINTENANCE)
              + ":"
              + CloseCommand.reasonCode(Lane.MAINTENANCE, result);
      counters.add(metric(result), decisions.stream().filter(closed::equals).count());
    }
  }

  private static String metric(Result result) {
    return switch (result) {
      case DONE -> "TasksDone";
      case FAILED -> "TasksFailed";
      case CANCELLED -> "TasksCancelled";
      case REFUSED -> "TasksRefused";
    };
  }

  private static void warn(
      ClusterName cluster,
      String turn,
      TurnResult result,
      String counter,
      InvocationMetrics counters) {
    LOG.warn("cluster={} turn={} detail=\"{}\"", cluster, turn, result);
    counters.add(counter, 1);
  }
}
