package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.DataHolding;
import io.quorate.state.Heartbeat;
import io.quorate.state.Holder;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Lost joiners that became voters just before the quorum was lost, beyond the known voters. Of two
 * voters neither serves alone, so no proven list will ever name the second one (ADR 31).
 */
final class LostJoiners {
  private LostJoiners() {}

  /** The lost joiners that no known voter stands for. */
  static Stream<InstanceId> of(ClusterState clusterState, Predicate<InstanceId> lost) {
    Stream<InstanceId> told =
        UncertainChange.atTheLoss(clusterState).stream()
            .filter(UncertainChange::promotes)
            .map(UncertainChange::executor);
    return Stream.concat(told, listedSince(clusterState))
        .filter(lost)
        .filter(
            joiner ->
                QuorumLoss.voters(clusterState).stream()
                    .noneMatch(voter -> QuorumLoss.isHome(clusterState, voter, Set.of(joiner))));
  }

  /** Whether EC2 shows it terminated, or it has lost what it joined with. */
  static boolean lost(ClusterState clusterState, InstanceId joiner) {
    return clusterState.health().gone(joiner) || emptied(clusterState, joiner).isPresent();
  }

  /** What became of one that is lost. */
  static String why(ClusterState clusterState, InstanceId joiner) {
    return emptied(clusterState, joiner).orElse("EC2 shows it terminated");
  }

  /**
   * It speaks and holds nothing, though it had made a member or has another disk by now. A joiner
   * that still waits to be added holds nothing either, on the disk that it was told to join with:
   * that one never voted.
   */
  private static Optional<String> emptied(ClusterState clusterState, InstanceId joiner) {
    return clusterState
        .node(joiner)
        .filter(node -> !clusterState.health().silent(node))
        .flatMap(node -> node.heartbeat().report().holds())
        .filter(holds -> holds.state() == DataHolding.State.NONE)
        .flatMap(
            holds ->
                holds.cause().equals(Optional.of(DataHolding.Cause.LOST))
                    ? Optional.of("it says that it lost its data")
                    : anotherDisk(clusterState, joiner, holds));
  }

  private static Optional<String> anotherDisk(
      ClusterState clusterState, InstanceId joiner, DataHolding holds) {
    return Optional.ofNullable(clusterState.status().data().holders().get(joiner))
        .map(Holder::diskId)
        .filter(disk -> !disk.isEmpty() && !disk.equals(holds.diskId()))
        .map(
            disk ->
                "it joined with disk "
                    + disk
                    + " and has disk "
                    + holds.diskId()
                    + ", which is empty");
  }

  /**
   * The instances of voters in what a living member has applied since the list was proven: their
   * promotion was decided, though no quorum was left to prove it.
   */
  private static Stream<InstanceId> listedSince(ClusterState clusterState) {
    return UncertainChange.isSettled(clusterState)
        ? clusterState.nodes().stream()
            .filter(node -> !clusterState.health().silent(node))
            .map(ObservedNode::heartbeat)
            .filter(beat -> QuorumLoss.ofThisGeneration(clusterState, beat))
            .filter(beat -> isNewerThanProven(clusterState, beat))
            .flatMap(beat -> beat.members().stream())
            .filter(member -> !member.learner())
            .flatMap(member -> clusterState.members().instanceOf(member).stream())
        : Stream.empty();
  }

  private static boolean isNewerThanProven(ClusterState clusterState, Heartbeat beat) {
    return clusterState.status().proven().filter(list -> list.notNewerThan(beat)).isPresent();
  }
}
