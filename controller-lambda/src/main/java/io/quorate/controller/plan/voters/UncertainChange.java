package io.quorate.controller.plan.voters;

import io.quorate.command.Command;
import io.quorate.command.CommandEffect;
import io.quorate.command.CommandSlot;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A change of the membership of which nobody knows how far it came: that of the open instruction,
 * and of one that was closed without being done. Its request to etcd may have been lost, or its
 * answer. What was done shows as soon as a quorum serves, and then is part of the proven list.
 *
 * @param executor who was told
 * @param removes the member that may be removed
 * @param promotes whether the executor may have become a voter
 */
record UncertainChange(InstanceId executor, Optional<MemberId> removes, boolean promotes) {
  /**
   * For how long a closed instruction counts, after its deadline or after it was closed: long
   * enough for the members that are left to start and to elect a leader. If they serve, the list is
   * proven again; if they do not, they are no quorum, and a recovery must not wait for ever.
   */
  static final Duration UNTIL_ELECTED = Duration.ofMinutes(1);

  /** UNSEEN is none of these: who is not seen may serve, and time proves nothing about it. */
  private static final Set<Condition.Type> WITHOUT_QUORUM =
      EnumSet.of(Condition.Type.NO_QUORUM, Condition.Type.QUORUM_LOST);

  /** Those that may yet show: none once no quorum has served for as long as an election takes. */
  static List<UncertainChange> unsettled(ClusterState clusterState) {
    return isSettled(clusterState) ? List.of() : of(clusterState);
  }

  /** Whether no quorum has served for longer than an election takes. */
  static boolean isSettled(ClusterState clusterState) {
    return settledLoss(clusterState).isPresent();
  }

  /** Those that were uncertain when the quorum was lost, once that is as long ago. */
  static List<UncertainChange> atTheLoss(ClusterState clusterState) {
    return settledLoss(clusterState).map(since -> at(since, clusterState)).orElseGet(List::of);
  }

  /** Since when no quorum has served, where that is longer than an election takes. */
  private static Optional<Instant> settledLoss(ClusterState clusterState) {
    return clusterState.status().conditions().stream()
        .filter(shown -> WITHOUT_QUORUM.contains(shown.type()))
        .map(Condition::since)
        .filter(since -> clusterState.view().observedAt().isAfter(since.plus(UNTIL_ELECTED)))
        .findFirst();
  }

  static List<UncertainChange> of(ClusterState clusterState) {
    return at(clusterState.view().observedAt(), clusterState);
  }

  private static List<UncertainChange> at(Instant when, ClusterState clusterState) {
    return Stream.concat(
            clusterState.status().operation().stream()
                .map(open -> change(open.executor(), open.effects())),
            clusterState.view().slots().values().stream()
                .filter(slot -> slot.state() == CommandSlot.State.CLOSED)
                .filter(slot -> isRecent(slot, when, clusterState))
                .map(CommandSlot::command)
                .map(told -> change(told.header().executor(), told.effects())))
        .toList();
  }

  /** One may be closed long after its deadline: while no controller could read the table. */
  private static boolean isRecent(CommandSlot slot, Instant when, ClusterState clusterState) {
    Command told = slot.command();
    Instant deadline = told.header().issuedAt().plus(told.deadline());
    Instant until = slot.closedAt().filter(deadline::isBefore).orElse(deadline).plus(UNTIL_ELECTED);
    return told.header().generation().equals(clusterState.view().lineage().generation())
        && when.isBefore(until);
  }

  private static UncertainChange change(InstanceId executor, Collection<CommandEffect> effects) {
    return new UncertainChange(
        executor,
        effects.stream()
            .filter(CommandEffect.Removes.class::isInstance)
            .map(CommandEffect.Removes.class::cast)
            .map(CommandEffect.Removes::member)
            .findFirst(),
        effects.contains(new CommandEffect.Promotes(executor)));
  }
}
