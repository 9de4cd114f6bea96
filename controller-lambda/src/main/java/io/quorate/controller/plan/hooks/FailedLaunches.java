package io.quorate.controller.plan.hooks;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.HookWait;
import io.quorate.model.InstanceId;
import io.quorate.state.AbandonedLaunches;
import io.quorate.state.Bootstrap;
import io.quorate.state.HookAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which launch that the hook holds may be given up, so that the group launches another:
 *
 * <ol>
 *   <li>the instance waits for {@code bootTimeout}, as far as turns have seen it, and its agent
 *       never reported, nor is there a row that cannot be read;
 *   <li>it is proven to be no member: no bootstrap, holder, open instruction or member list names
 *       it, and a quorum tells who is listed, or the cluster is not bootstrapped;
 *   <li>the fleet breaker is off;
 *   <li>after each one given up the next waits twice as long, from {@code bootTimeout} on, and
 *       after three in a row none is given up any more: then it is no single instance that fails.
 * </ol>
 */
public final class FailedLaunches {
  /** After so many in a row nothing is given up until an instance goes into service. */
  public static final int MOST = 3;

  private FailedLaunches() {}

  /** The instance whose launch may be given up, if there is one, and its hook. */
  public static Optional<HookWait> hookOf(ClusterState clusterState, InstanceId instance) {
    return Optional.ofNullable(HeldTerminations.waits(clusterState).get(instance))
        .filter(wait -> wait.transition() == HookWait.Transition.LAUNCH)
        .filter(wait -> neverReported(clusterState, instance))
        .filter(wait -> late(clusterState, instance, wait))
        .filter(wait -> noMember(clusterState, instance));
  }

  /** Whether a launch may be given up now: not too soon after the last, and not after three. */
  public static boolean mayGiveUp(ClusterState clusterState) {
    return clusterState
        .status()
        .group()
        .abandoned()
        .map(
            before ->
                before.inARow() < MOST
                    && !clusterState.view().observedAt().isBefore(next(clusterState, before)))
        .orElse(true);
  }

  /** When the next one may be given up at the earliest. */
  public static Instant next(ClusterState clusterState, AbandonedLaunches before) {
    Duration boot = clusterState.view().spec().timings().bootTimeout();
    return before.at().plus(boot.multipliedBy(1L << Math.min(before.inARow() - 1, MOST)));
  }

  private static boolean neverReported(ClusterState clusterState, InstanceId instance) {
    return clusterState.node(instance).isEmpty()
        && !UnregisteredInstances.rowsUnread(clusterState)
        && !clusterState.health().gone(instance);
  }

  private static boolean late(ClusterState clusterState, InstanceId instance, HookWait wait) {
    Duration boot = clusterState.view().spec().timings().bootTimeout();
    return clusterState
        .status()
        .group()
        .answer(instance, wait.hook())
        .map(HookAnswer::decidedAt)
        .filter(since -> !clusterState.view().observedAt().isBefore(since.plus(boot)))
        .isPresent();
  }

  private static boolean noMember(ClusterState clusterState, InstanceId instance) {
    ClusterView view = clusterState.view();
    boolean named =
        view.lineage().bootstrap().map(Bootstrap::voters).stream()
                .flatMap(List::stream)
                .anyMatch(voter -> voter.instance().equals(instance))
            || clusterState.status().data().holders().containsKey(instance)
            || clusterState
                .status()
                .operation()
                .filter(open -> open.executor().equals(instance))
                .isPresent();
    if (named) {
      return false;
    }
    return switch (view.lineage().state()) {
      case UNBOOTSTRAPPED -> true;
      case COMMITTED ->
          clusterState.members().list().isPresent()
              && clusterState.quorum().membershipCurrent()
              && clusterState.members().listed(instance).isEmpty()
              && !FleetBreakerPolicy.on(view.fleet());
      case COMMITTING, DELETED -> false;
    };
  }
}
