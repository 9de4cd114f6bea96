package io.quorate.controller.plan.hooks;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.OpenOperation;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a termination that a hook holds may go on:
 *
 * <ol>
 *   <li>EC2 shows the instance terminated; or
 *   <li>the cluster is not bootstrapped: no member exists; or
 *   <li>it holds no member by a current list, nothing that it was told is open, and its row names
 *       no member that could serve; or
 *   <li>its termination was recorded, or its agent is silent for {@code silentGrace}, and the
 *       voters that stay are a quorum of all listed.
 * </ol>
 */
public final class TerminationHookEvidence {
  private TerminationHookEvidence() {}

  /** Why the termination of a held instance may go on; empty while it may not. */
  public static Optional<Reason> of(ClusterState clusterState, InstanceId instance) {
    if (clusterState.health().gone(instance)) {
      return Optional.of(
          reason("HELD_TERMINATED", instance, "EC2 shows " + instance + " terminated"));
    }
    switch (clusterState.view().lineage().state()) {
      case UNBOOTSTRAPPED -> {
        return Optional.of(
            reason("HELD_BEFORE_BOOTSTRAP", instance, "the cluster is not bootstrapped yet"));
      }
      case COMMITTING, DELETED -> {
        return Optional.empty();
      }
      case COMMITTED -> {}
    }
    if (mayBePromoted(clusterState, instance)) {
      return Optional.empty();
    }
    return Stream.of(
            nonMember(clusterState, instance),
            recorded(clusterState, instance),
            silent(clusterState, instance))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** A silent one that is past its deadline, by whichever clock, has given up its join. */
  private static boolean mayBePromoted(ClusterState clusterState, InstanceId instance) {
    return HeldTerminations.promoting(clusterState, instance)
        .filter(open -> !OpenOperation.overdue(clusterState, open, ClockReading.CLOCKS_APART))
        .isPresent();
  }

  private static Optional<Reason> nonMember(ClusterState clusterState, InstanceId instance) {
    return nothingOpen(clusterState, instance)
            && clusterState.members().list().isPresent()
            && clusterState.quorum().membershipCurrent()
            && clusterState.members().listed(instance).isEmpty()
            && !FleetBreakerPolicy.on(clusterState.view().fleet())
            && clusterState.node(instance).stream()
                .allMatch(node -> servesNever(clusterState, node))
        ? Optional.of(
            reason("HELD_NON_MEMBER", instance, instance + " holds no member of the cluster"))
        : Optional.empty();
  }

  /** What it was told is answered and closed first; else its answer would be lost with it. */
  private static boolean nothingOpen(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .status()
        .operation()
        .filter(open -> open.executor().equals(instance))
        .isEmpty();
  }

  /**
   * Intact data belongs to a member: such a node has to report first, or to be silent for long
   * enough.
   */
  private static boolean servesNever(ClusterState clusterState, ObservedNode node) {
    return node.heartbeat().identity().isEmpty()
        || node.heartbeat().data() != DataState.INTACT
        || HeldTerminations.silentForLong(clusterState, node);
  }

  private static Optional<Reason> recorded(ClusterState clusterState, InstanceId instance) {
    return clusterState.status().terminations().stream()
        .filter(intent -> intent.instance().equals(instance))
        .filter(intent -> RecordedTerminations.noOtherUnderWay(clusterState, intent))
        .filter(intent -> HeldTerminations.othersKeepQuorum(clusterState, instance))
        .findFirst()
        .map(intent -> reason("HELD_AS_RECORDED", instance, intent.because()));
  }

  private static Optional<Reason> silent(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .filter(node -> HeldTerminations.silentForLong(clusterState, node))
        .filter(node -> !node.heartbeat().dataUnexplained())
        .filter(node -> HeldTerminations.othersKeepQuorum(clusterState, instance))
        .filter(node -> noneUnderWay(clusterState, instance))
        .filter(node -> !FleetBreakerPolicy.on(clusterState.view().fleet()))
        .map(
            node ->
                reason(
                    "HELD_SILENT",
                    instance,
                    instance
                        + " is silent since "
                        + node.heartbeatProgress().since()
                        + " and cannot leave; the others are a quorum of all voters"));
  }

  /** A termination that is recorded counts on the voters that it leaves. */
  private static boolean noneUnderWay(ClusterState clusterState, InstanceId instance) {
    return clusterState.status().terminations().stream()
        .filter(intent -> !intent.instance().equals(instance))
        .allMatch(intent -> RecordedTerminations.heldBackUnasked(clusterState, intent));
  }

  private static Reason reason(String code, InstanceId instance, String message) {
    return Reason.of(code, message + ": the termination goes on").and("instance", instance);
  }

  /** How long a hook is left before it is extended again: three times within its timeout. */
  public static Duration extendAfter(Duration heartbeat) {
    return heartbeat.dividedBy(3);
  }
}
