package io.quorate.controller.plan.group;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.InstanceStop;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What it means that EC2 shows an instance stopped. Nothing runs on it and nothing votes, but its
 * disk is whole, and whoever stopped it may start it again:
 *
 * <ol>
 *   <li>it may be replaced as a node that hangs may be, but only after {@code stoppedGrace}: EC2
 *       has to have shown it stopped for so long, and its heartbeat to have stood still for as
 *       long, by the controllers' clocks;
 *   <li>one that was started has {@code bootTimeout} for its first heartbeat.
 * </ol>
 */
public final class StoppedInstances {
  private static final Duration LISTINGS_AGREE = Duration.ofMinutes(1);

  private StoppedInstances() {}

  /** The stops to remember after this view. */
  public static Status next(ClusterView view, Status status) {
    Map<InstanceId, InstanceStop> next = new HashMap<>(status.stops());
    view.instances().forEach((instance, state) -> take(next, view.observedAt(), instance, state));
    next.entrySet().removeIf(stop -> isOver(view, stop.getKey(), stop.getValue()));
    return status.withStops(next);
  }

  private static void take(
      Map<InstanceId, InstanceStop> stops, Instant now, InstanceId instance, InstanceState state) {
    switch (state) {
      case STOPPING, STOPPED ->
          stops.compute(
              instance,
              (id, stop) ->
                  stop == null || isAnother(stop, now)
                      ? InstanceStop.seen(now)
                      : InstanceStop.seen(stop.since()));
      case PENDING, RUNNING -> stops.computeIfPresent(instance, (id, stop) -> stop.started(now));
      case TERMINATED -> stops.remove(instance);
      case SHUTTING_DOWN, UNKNOWN -> {}
    }
  }

  /** It was started in between; or the clock went back, and the time begins anew. */
  private static boolean isAnother(InstanceStop stop, Instant now) {
    return stop.since().isAfter(now) || startedLongAgo(stop, now);
  }

  /** EC2's listings are eventually consistent: for a while they may show either state in turn. */
  private static boolean isRecent(Instant started, Instant now) {
    return !started.isAfter(now) && !passed(started, now, LISTINGS_AGREE);
  }

  /**
   * Whether EC2 last showed it stopped, or started a moment ago, and its agent has not spoken
   * since.
   */
  public static boolean stoppedOrJustStarted(ClusterState clusterState, InstanceId instance) {
    boolean ending =
        switch (clusterState.instance(instance)) {
          case SHUTTING_DOWN, TERMINATED -> true;
          case PENDING, RUNNING, STOPPING, STOPPED, UNKNOWN -> false;
        };
    return !ending
        && Optional.ofNullable(clusterState.status().stops().get(instance))
            .filter(stop -> !startedLongAgo(stop, clusterState.view().observedAt()))
            .isPresent();
  }

  private static boolean startedLongAgo(InstanceStop stop, Instant now) {
    return stop.startedAt().filter(at -> !isRecent(at, now)).isPresent();
  }

  private static boolean isOver(ClusterView view, InstanceId instance, InstanceStop stop) {
    if (view.status().terminated(instance)) {
      return true;
    }
    boolean spoke =
        stop.startedAt()
            .flatMap(
                at ->
                    Optional.ofNullable(view.nodes().get(instance))
                        .filter(node -> node.heartbeatProgress().since().isAfter(at)))
            .isPresent();
    return spoke
        || stop.startedAt()
            .filter(at -> passed(at, view.observedAt(), view.spec().timings().bootTimeout()))
            .isPresent();
  }

  private static boolean passed(Instant from, Instant now, Duration time) {
    return Duration.between(from, now).compareTo(time) >= 0;
  }

  /** Whether EC2 shows it stopped, or on its way there. */
  public static boolean stopped(InstanceState state) {
    return switch (state) {
      case STOPPING, STOPPED -> true;
      case PENDING, RUNNING, SHUTTING_DOWN, TERMINATED, UNKNOWN -> false;
    };
  }

  /** Why a node's instance must not be ended yet, by what EC2 shows of it; empty when it may. */
  public static Optional<String> forbid(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    InstanceState state = clusterState.instance(instance);
    return switch (state) {
      case RUNNING -> booting(clusterState, instance);
      case STOPPED -> inGrace(clusterState, node);
      case PENDING, STOPPING, SHUTTING_DOWN, TERMINATED, UNKNOWN ->
          Optional.of("EC2 calls it " + state + ", not running");
    };
  }

  private static Optional<String> booting(ClusterState clusterState, InstanceId instance) {
    Duration bound = clusterState.view().spec().timings().bootTimeout();
    return Optional.ofNullable(clusterState.status().stops().get(instance))
        .flatMap(InstanceStop::startedAt)
        .map(at -> "it was started at " + at + " and may take " + seconds(bound) + " to report");
  }

  private static Optional<String> inGrace(ClusterState clusterState, ObservedNode node) {
    Duration grace = clusterState.view().spec().timings().stoppedGrace();
    Optional<Instant> since = since(clusterState, node.heartbeat().instance());
    boolean over =
        since.filter(at -> passed(at, clusterState.view().observedAt(), grace)).isPresent()
            && node.heartbeatProgress().still().compareTo(grace) >= 0;
    return over
        ? Optional.empty()
        : Optional.of(
            "EC2 calls it STOPPED, for less than " + seconds(grace) + " (timings.stoppedGrace)");
  }

  /** Since when EC2 shows it stopped, as far as a controller saw it. */
  public static Optional<Instant> since(ClusterState clusterState, InstanceId instance) {
    return Optional.ofNullable(clusterState.status().stops().get(instance))
        .map(InstanceStop::since);
  }

  /** The reason to replace a node, where EC2 shows its instance stopped. */
  public static Optional<Reason> reason(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return clusterState.instance(instance) == InstanceState.STOPPED
        ? since(clusterState, instance)
            .map(
                at ->
                    Reason.of(
                            "NODE_STOPPED",
                            "EC2 shows "
                                + instance
                                + " stopped since "
                                + at
                                + ", for longer than timings.stoppedGrace, and a quorum serves"
                                + " without it")
                        .and("instance", instance))
        : Optional.empty();
  }

  private static String seconds(Duration time) {
    return time.toSeconds() + " s";
  }
}
