package io.quorate.controller.function;

import io.quorate.controller.events.Hint;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns one trigger into one turn for each cluster it hints at; a cluster whose turn fails never
 * stops the others. The answer names the items of a batch that should come again.
 */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final Directory directory;
  private final Function<InstanceId, Optional<String>> groupOf;
  private final BiFunction<ClusterName, Instant, TurnResult> turn;
  private final InstantSource clock;
  private int rotation;

  Dispatcher(
      Directory directory,
      Function<InstanceId, Optional<String>> groupOf,
      BiFunction<ClusterName, Instant, TurnResult> turn,
      InstantSource clock) {
    this.directory = directory;
    this.groupOf = groupOf;
    this.turn = turn;
    this.clock = clock;
  }

  /** Handles one invocation; the ids of batch items that should come again. */
  List<String> handle(Trigger trigger, Instant deadline, Counters counters) {
    return switch (trigger) {
      case Trigger.Schedule schedule -> {
        everyCluster(deadline, counters);
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

  private void everyCluster(Instant deadline, Counters counters) {
    List<ClusterName> clusters = new ArrayList<>(directory.all());
    if (!clusters.isEmpty()) {
      // Another one first each time, so that none starves when the time does not reach for all.
      rotation = (rotation + 1) % clusters.size();
      Collections.rotate(clusters, rotation);
    }
    clusters.forEach(cluster -> attempt(cluster, deadline, counters));
  }

  private List<String> batch(Trigger.Batch batch, Instant deadline, Counters counters) {
    List<String> again = new ArrayList<>();
    Map<ClusterName, Boolean> done = new LinkedHashMap<>();
    for (Trigger.Entry entry : batch.entries()) {
      try {
        Optional<ClusterName> cluster = cluster(entry.hint(), counters);
        if (cluster.isPresent()
            && !done.computeIfAbsent(cluster.get(), name -> attempt(name, deadline, counters))) {
          again.add(entry.id());
        }
      } catch (RuntimeException e) {
        failed(entry.id(), e, counters);
        again.add(entry.id());
      }
    }
    return again;
  }

  private Optional<ClusterName> cluster(Hint hint, Counters counters) {
    return switch (hint) {
      case Hint.Cluster at ->
          directory.knows(at.name())
              ? Optional.of(at.name())
              : foreign("cluster " + at.name() + " was never applied", counters);
      case Hint.Group at -> ofGroup(at.name(), counters);
      case Hint.Instance at ->
          groupOf
              .apply(at.id())
              .map(group -> ofGroup(group, counters))
              .orElseGet(() -> foreign("no group has instance " + at.id(), counters));
      case Hint.Foreign no -> foreign(no.why(), counters);
      case Hint.Malformed no -> {
        LOG.warn("event=malformed why=\"{}\"", no.why());
        counters.add("MalformedEvents", 1);
        yield Optional.empty();
      }
    };
  }

  private Optional<ClusterName> ofGroup(String group, Counters counters) {
    return directory.ofGroup(group).or(() -> foreign("no cluster has group " + group, counters));
  }

  private static Optional<ClusterName> foreign(String why, Counters counters) {
    LOG.info("event=foreign why=\"{}\"", why);
    counters.add("ForeignEvents", 1);
    return Optional.empty();
  }

  /** Whether the cluster's turn needs no repeating. */
  private boolean attempt(ClusterName cluster, Instant deadline, Counters counters) {
    if (!clock.instant().isBefore(deadline)) {
      LOG.warn("cluster={} turn=skipped why=\"no time left\"", cluster);
      counters.add("SkippedTurns", 1);
      return false;
    }
    try {
      TurnResult result = turn.apply(cluster, deadline);
      tell(cluster, result, counters);
      return !result.retry();
    } catch (RuntimeException e) {
      failed(cluster.value(), e, counters);
      return false;
    }
  }

  private static void failed(String what, RuntimeException e, Counters counters) {
    LOG.error("turn=failed of={} error=\"{}\"", what, Causes.of(e));
    LOG.debug("turn=failed of={}", what, e);
    counters.add("FailedTurns", 1);
  }

  private static void tell(ClusterName cluster, TurnResult result, Counters counters) {
    switch (result) {
      case TurnResult.Settled settled -> {
        counters.add("Decisions", settled.decisions().size());
        counters.add("UnreadableNodes", settled.unreadable().size());
        settled
            .unreadable()
            .forEach(why -> LOG.warn("cluster={} node=unreadable why=\"{}\"", cluster, why));
      }
      case TurnResult.Busy busy -> warn(cluster, "busy", busy, "BusyTurns", counters);
      case TurnResult.Stale stale -> warn(cluster, "stale", stale, "StaleTurns", counters);
      case TurnResult.Overtaken lost -> warn(cluster, "overtaken", lost, "StaleTurns", counters);
      case TurnResult.OutOfTime late -> warn(cluster, "late", late, "LateTurns", counters);
      case TurnResult.Halted halted -> warn(cluster, "halted", halted, "HaltedTurns", counters);
      case TurnResult.NoCluster none -> counters.add("ForeignEvents", 1);
    }
  }

  private static void warn(
      ClusterName cluster, String turn, TurnResult result, String counter, Counters counters) {
    LOG.warn("cluster={} turn={} detail=\"{}\"", cluster, turn, result);
    counters.add(counter, 1);
  }
}
