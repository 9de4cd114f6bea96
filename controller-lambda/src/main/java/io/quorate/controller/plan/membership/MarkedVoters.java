package io.quorate.controller.plan.membership;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Voters whose termination is recorded, and that may leave before it is asked for:
 *
 * <ol>
 *   <li>its agent speaks and knows how to leave, and no failed try makes it wait;
 *   <li>all other voters serve and answer the leader, and those of them that nobody terminates are
 *       a quorum of the voters that remain (I2);
 *   <li>no learner is listed but somebody's own, and the fleet breaker is off;
 *   <li>as many voters are listed as desired: else a node joins first, after which the others may
 *       be a quorum of all.
 * </ol>
 */
public final class MarkedVoters {
  private MarkedVoters() {}

  /** The voter of an instance whose termination waits, if it may leave now. */
  public static Optional<HeldLeave.Leaver> mayLeave(
      ClusterState clusterState, InstanceId instance) {
    return HeldLeave.leaver(clusterState, instance)
        .filter(leaver -> hears(clusterState, leaver.node()))
        .filter(
            leaver -> clusterState.members().list().filter(of(clusterState, leaver)).isPresent())
        .filter(leaver -> !FleetBreakerPolicy.on(clusterState.view().fleet()));
  }

  private static boolean hears(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    boolean waits =
        Optional.ofNullable(clusterState.status().joinBackoffs().get(instance))
            .filter(backoff -> clusterState.view().observedAt().isBefore(backoff.notBefore()))
            .isPresent();
    return !waits
        && !clusterState.health().silent(node)
        && clusterState.health().living(instance)
        && node.heartbeat().report().knows(CommandKind.LEAVE);
  }

  private static Predicate<Membership> of(ClusterState clusterState, HeldLeave.Leaver leaver) {
    return known -> {
      int remaining = known.voters().size() - 1;
      long serving =
          clusterState.quorum().answeringVoters().stream()
              .filter(node -> !clusterState.members().holds(node, leaver.voter().id()))
              .count();
      InstanceId instance = leaver.node().heartbeat().instance();
      return ForeignLearners.awaited(clusterState).isEmpty()
          && clusterState.quorum().keptWithout(leaver.voter().id())
          && serving == remaining
          && HeldTerminations.staying(clusterState, instance) >= Membership.quorumOf(remaining)
          && known.voters().size() >= desired(clusterState);
    };
  }

  private static int desired(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Observed group -> ScaleIn.desired(group);
      case GroupView.Unknown unknown -> Integer.MAX_VALUE;
    };
  }
}
