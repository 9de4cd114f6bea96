package io.quorate.controller.plan.sameness;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.voters.ComparableVoters;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.DifferingVoters.Verdict;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.MemberEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which voter is to leave and join anew because its data differ from those of a majority, and what
 * has to hold before:
 *
 * <ol>
 *   <li>two rounds in a row name the same voters, the last one within a quarter of an hour;
 *   <li>all other voters serve and answer the leader, are a quorum without it and of what the group
 *       desires, and as many voters are listed as desired;
 *   <li>no learner is on its way, no termination is recorded, and the fleet breaker is off;
 *   <li>its agent reports, knows how to leave, and its group keeps the instance.
 * </ol>
 *
 * <p>The leader goes first: whoever joins gets its data.
 */
public final class DifferingMemberCure {
  private DifferingMemberCure() {}

  /** The voter that goes next. */
  public static Optional<HeldLeave.Leaver> next(ClusterState clusterState, Verdict verdict) {
    Optional<ObservedNode> leader = clusterState.quorum().answeringLeader();
    return DifferingVoters.nodes(clusterState, verdict).stream()
        .min(
            Comparator.comparing((ObservedNode node) -> !leader.filter(node::equals).isPresent())
                .thenComparing(node -> node.heartbeat().instance()))
        .flatMap(node -> HeldLeave.leaver(clusterState, node.heartbeat().instance()));
  }

  /** Why a voter does not leave now; empty where it may. */
  public static Optional<String> hindrance(
      ClusterState clusterState, Verdict verdict, HeldLeave.Leaver leaver) {
    InstanceId instance = leaver.node().heartbeat().instance();
    if (!DifferingVoters.confirmed(clusterState, verdict)) {
      return Optional.of("a second comparison has to find the same");
    }
    if (ComparisonDue.stale(clusterState, verdict.round())) {
      return Optional.of("the last comparison is too old: another one comes first");
    }
    if (!clusterState.status().terminations().isEmpty()) {
      return Optional.of("a termination is under way");
    }
    return ofGroup(clusterState, leaver.node())
        .or(() -> HeldLeave.missing(clusterState, instance))
        .or(() -> ofOthers(clusterState, leaver));
  }

  private static Optional<String> ofGroup(ClusterState clusterState, ObservedNode node) {
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.of("the group is unknown");
    }
    if (!clusterState.health().present(node)) {
      return Optional.of("its instance is on its way out, or its agent is silent");
    }
    int voters = ComparableVoters.listed(clusterState).size();
    return voters < ScaleIn.desired(group)
        ? Optional.of(
            voters
                + " voters are listed, desired are "
                + ScaleIn.desired(group)
                + ": a node joins first")
        : Optional.empty();
  }

  private static Optional<String> ofOthers(ClusterState clusterState, HeldLeave.Leaver leaver) {
    List<MemberEntry> awaited = ForeignLearners.awaited(clusterState);
    if (!awaited.isEmpty()) {
      return Optional.of("learner " + awaited.getFirst().id() + " is not promoted yet");
    }
    long serving =
        clusterState.quorum().answeringVoters().stream()
            .filter(node -> !clusterState.members().holds(node, leaver.voter().id()))
            .count();
    int others = ComparableVoters.listed(clusterState).size() - 1;
    return serving == others
        ? Optional.empty()
        : Optional.of("only " + serving + " of the " + others + " other voters serve");
  }
}
