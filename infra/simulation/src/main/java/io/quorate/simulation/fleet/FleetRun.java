package io.quorate.simulation.fleet;

import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.function.BulkReader;
import io.quorate.controller.function.Dispatcher;
import io.quorate.controller.function.InvocationMetrics;
import io.quorate.controller.function.Shares;
import io.quorate.controller.function.Sweep;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.ControllerPorts;
import io.quorate.controller.reconcile.Turn;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;

/**
 * Rounds of the schedule over a fleet at rest, and over one that has lost a zone: the controller's
 * own code, over stores and services that take modelled time.
 */
final class FleetRun {
  private static final Instant BEGIN = Instant.parse("2026-01-02T03:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long MINUTE = 60_000;
  private static final long INVOKE_MILLIS = 30;
  private static final int WARM_UP = 3;

  /** A zone has a member of every third cluster. */
  private static final int ONE_IN = 3;

  /** How long a fleet that fell together is held back, and as long again to be told. */
  private static final int MOST_MINUTES = 40;

  private final ModelTime time = new ModelTime(BEGIN);
  private final ModelLimits limits = new ModelLimits(time);
  private final InMemoryRecordStore tables = new InMemoryRecordStore();
  private final List<ModelCluster> clusters = new ArrayList<>();
  private final ModelCloud cloud;
  private final List<ModelEnvironment> environments = new ArrayList<>();
  private final Queue<Invoked> invoked = new ArrayDeque<>();
  private final int invocations;
  private long minute;
  private long nonce;

  /** An invocation that is to begin. */
  private record Invoked(long at, Trigger trigger) {}

  FleetRun(int count) {
    this(count, Shares.INVOCATIONS);
  }

  /** Of so many clusters, where so many invocations of the schedule may run at once. */
  FleetRun(int count, int invocations) {
    this.invocations = invocations;
    for (int n = 0; n < count; n++) {
      ModelCluster cluster = new ModelCluster(n, BEGIN);
      cluster.put(tables, BEGIN);
      clusters.add(cluster);
    }
    cloud = new ModelCloud(clusters, limits, time);
  }

  private ModelEnvironment environment() {
    String name = "environment-" + environments.size();
    MeteredStore store = new MeteredStore(tables, limits);
    BulkReader bulk = new BulkReader(cloud, cloud, time, invocations);
    ControllerPorts ports =
        new ControllerPorts(
            store,
            new InMemoryLineageMirror(),
            bulk,
            nobody(),
            noHooks(),
            time,
            () -> name,
            () -> "n" + ++nonce,
            pause -> time.passes(pause.toMillis()));
    Turn turn = new Turn(ports, new Planner()::plan);
    return new ModelEnvironment(
        new Dispatcher(
            new Sweep(store, time),
            (instance, groups) -> Optional.empty(),
            turn::run,
            time,
            time,
            new Shares(invocations, this::invoke),
            Optional.of(bulk)));
  }

  private boolean invoke(Trigger.Share share) {
    time.passes(INVOKE_MILLIS);
    invoked.add(new Invoked(time.millis() + INVOKE_MILLIS, share));
    return true;
  }

  /**
   * One firing of the schedule.
   *
   * @param seconds until the last of its invocations ended
   * @param requests to the store, a cluster
   * @param calls to EC2 and Auto Scaling, a cluster
   * @param throttles requests and calls that had to wait for a later second
   * @param skipped clusters that had no turn
   * @param invocations how many there were
   */
  record Round(
      double seconds,
      double requests,
      double calls,
      long throttles,
      long skipped,
      long invocations) {}

  /** A round at rest, after a few that are not counted. */
  Round atRest() {
    for (int n = 0; n < WARM_UP; n++) {
      round();
    }
    return round();
  }

  /**
   * A zone fails.
   *
   * @param worst the longest round and the most throttles of one
   * @param throttles of all rounds
   * @param toldAfter minutes until each cluster was told to remove the member; empty where that
   *     never was
   */
  record Outage(Round worst, long throttles, OptionalLong toldAfter, int unsteady) {}

  Outage zone() {
    List<ModelCluster> fell = new ArrayList<>();
    for (int n = 0; n < clusters.size(); n += ONE_IN) {
      ModelCluster cluster = clusters.get(n);
      cluster.loseOne();
      cluster.lost().ifPresent(cloud::terminated);
      fell.add(cluster);
    }
    int unsteady = fell.size();
    Round worst = new Round(0, 0, 0, 0, 0, 0);
    long throttles = 0;
    for (long after = 1; after <= MOST_MINUTES; after++) {
      Round round = round();
      throttles += round.throttles();
      worst =
          new Round(
              Math.max(worst.seconds(), round.seconds()),
              Math.max(worst.requests(), round.requests()),
              Math.max(worst.calls(), round.calls()),
              Math.max(worst.throttles(), round.throttles()),
              Math.max(worst.skipped(), round.skipped()),
              Math.max(worst.invocations(), round.invocations()));
      // No agent acts here: what was told once is called off later, and counts all the same.
      fell.removeIf(cluster -> cluster.removalTold(tables));
      if (fell.isEmpty()) {
        return new Outage(worst, throttles, OptionalLong.of(after), unsteady);
      }
    }
    return new Outage(worst, throttles, OptionalLong.empty(), unsteady);
  }

  private Round round() {
    long begin = BEGIN.toEpochMilli() + ++minute * MINUTE;
    time.set(begin);
    clusters.forEach(cluster -> cluster.beat(tables, Instant.ofEpochMilli(begin)));
    limits.forgetBefore(begin);
    limits.count();
    InvocationMetrics counters = new InvocationMetrics("fleet");
    invoked.add(new Invoked(begin, new Trigger.Schedule()));
    long last = begin;
    long count = 0;
    for (Invoked next = invoked.poll(); next != null; next = invoked.poll()) {
      long at = next.at();
      ModelEnvironment free =
          environments.stream()
              .filter(one -> one.freeAt() <= at)
              .findFirst()
              .orElseGet(
                  () -> {
                    ModelEnvironment another = environment();
                    environments.add(another);
                    return another;
                  });
      time.set(at);
      List<String> again =
          free.dispatcher().handle(next.trigger(), Instant.ofEpochMilli(at).plus(LIMIT), counters);
      if (!again.isEmpty()) {
        throw new IllegalStateException("a schedule has no items: " + again);
      }
      free.busyUntil(time.millis());
      last = Math.max(last, time.millis());
      count++;
    }
    return new Round(
        (last - begin) / 1000.0,
        limits.requests() / (double) clusters.size(),
        limits.calls() / (double) clusters.size(),
        limits.throttles(),
        counters.count("SkippedTurns") + counters.count("LateTurns") + counters.count("LateShares"),
        count);
  }

  /** Whom a zone took is terminated already. */
  private static InstanceTerminator nobody() {
    return new InstanceTerminator() {
      @Override
      public Termination terminate(InstanceId instance) {
        throw new IllegalStateException(instance + " is terminated");
      }

      @Override
      public void terminateAtEc2(ClusterName cluster, InstanceId instance) {
        throw new IllegalStateException(instance + " is terminated");
      }
    };
  }

  private static LifecycleHooks noHooks() {
    return new LifecycleHooks() {
      @Override
      public Answer complete(
          String group, String hook, InstanceId instance, HookAnswer.Result result) {
        throw new IllegalStateException(hook + " holds nobody");
      }

      @Override
      public Answer extend(String group, String hook, InstanceId instance) {
        throw new IllegalStateException(hook + " holds nobody");
      }
    };
  }
}
