package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.state.Stop;
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
final class Stops {
  private static final Duration LISTINGS_AGREE = Duration.ofMinutes(1);

  private Stops() {}

  /** The stops to remember after this view. */
  static Map<InstanceId, Stop> next(ClusterView view) {
    Map<InstanceId, Stop> next = new HashMap<>(view.status().stops());
    view.instances().forEach((instance, state) -> take(next, view.observedAt(), instance, state));
    next.entrySet().removeIf(stop -> isOver(view, stop.getKey(), stop.getValue()));
    return next;
  }

  private static void take(
      Map<InstanceId, Stop> stops, Instant now, InstanceId instance, InstanceState state) {
    switch (state) {
      case STOPPING, STOPPED ->
          stops.compute(
              instance,
              (id, stop) ->
                  stop == null || isAnother(stop, now) ? Stop.seen(now) : Stop.seen(stop.since()));
      case PENDING, RUNNING -> stops.computeIfPresent(instance, (id, stop) -> stop.started(now));
      case TERMINATED -> stops.remove(instance);
      case SHUTTING_DOWN, UNKNOWN -> {}
    }
  }

  /** It was started in between; or the clock went back, and the time begins anew. */
  private static boolean isAnother(Stop stop, Instant now) {
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
  static boolean stoppedOrJustStarted(Situation situation, InstanceId instance) {
    boolean ending =
        switch (situation.instance(instance)) {
          case SHUTTING_DOWN, TERMINATED -> true;
          case PENDING, RUNNING, STOPPING, STOPPED, UNKNOWN -> false;
        };
    return !ending
        && Optional.ofNullable(situation.status().stops().get(instance))
            .filter(stop -> !startedLongAgo(stop, situation.view().observedAt()))
            .isPresent();
  }

  private static boolean startedLongAgo(Stop stop, Instant now) {
    return stop.startedAt().filter(at -> !isRecent(at, now)).isPresent();
  }

  private static boolean isOver(ClusterView view, InstanceId instance, Stop stop) {
    if (view.status().terminated(instance)) {
      return true;
    }
    boolean spoke =
        stop.startedAt()
            .flatMap(
                at ->
                    Optional.ofNullable(view.nodes().get(instance))
                        .filter(node -> node.observation().since().isAfter(at)))
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
  static boolean stopped(InstanceState state) {
    return switch (state) {
      case STOPPING, STOPPED -> true;
      case PENDING, RUNNING, SHUTTING_DOWN, TERMINATED, UNKNOWN -> false;
    };
  }

  /** Why a node's instance must not be ended yet, by what EC2 shows of it; empty when it may. */
  static Optional<String> forbid(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    InstanceState state = situation.instance(instance);
    return switch (state) {
      case RUNNING -> booting(situation, instance);
      case STOPPED -> inGrace(situation, node);
      case PENDING, STOPPING, SHUTTING_DOWN, TERMINATED, UNKNOWN ->
          Optional.of("EC2 calls it " + state + ", not running");
    };
  }

  private static Optional<String> booting(Situation situation, InstanceId instance) {
    Duration bound = situation.view().spec().timings().bootTimeout();
    return Optional.ofNullable(situation.status().stops().get(instance))
        .flatMap(Stop::startedAt)
        .map(at -> "it was started at " + at + " and may take " + seconds(bound) + " to report");
  }

  private static Optional<String> inGrace(Situation situation, Node node) {
    Duration grace = situation.view().spec().timings().stoppedGrace();
    Optional<Instant> since = since(situation, node.heartbeat().instance());
    boolean over =
        since.filter(at -> passed(at, situation.view().observedAt(), grace)).isPresent()
            && node.observation().still().compareTo(grace) >= 0;
    return over
        ? Optional.empty()
        : Optional.of(
            "EC2 calls it STOPPED, for less than " + seconds(grace) + " (timings.stoppedGrace)");
  }

  /** Since when EC2 shows it stopped, as far as a controller saw it. */
  static Optional<Instant> since(Situation situation, InstanceId instance) {
    return Optional.ofNullable(situation.status().stops().get(instance)).map(Stop::since);
  }

  /** The reason to replace a node, where EC2 shows its instance stopped. */
  static Optional<Reason> reason(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    return situation.instance(instance) == InstanceState.STOPPED
        ? since(situation, instance)
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
