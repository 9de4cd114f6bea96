package io.quorate.controller.plan.space;

import io.quorate.command.Lane;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.voters.UnansweredVoters;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.release.DefragmentFault;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether a member may be defragmented now:
 *
 * <ol>
 *   <li>never one whose release may corrupt its database with it;
 *   <li>not beside an open command or a termination, nor with a learner, for that one is about to
 *       vote;
 *   <li>not one without whom the others that answer are no quorum of all voters (I2);
 *   <li>where every voter has to serve: not before each of them does.
 * </ol>
 */
public final class DefragmentGate {
  private DefragmentGate() {}

  /** The voters by the current list whose node is known, followers first, the leader last. */
  public static List<ObservedNode> voters(ClusterState clusterState) {
    return entries(clusterState).stream()
        .flatMap(voter -> clusterState.members().holderOf(voter).stream())
        .sorted(
            Comparator.comparing(
                    (ObservedNode node) ->
                        clusterState.quorum().leader().filter(node::equals).isPresent())
                .thenComparing(node -> node.heartbeat().instance()))
        .toList();
  }

  private static List<MemberEntry> entries(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::voters).orElse(List.of());
  }

  /** Why no member of this cluster is ever defragmented; empty where one may be. */
  public static Optional<String> never(ClusterState clusterState) {
    List<MemberEntry> voters = entries(clusterState);
    return !voters.isEmpty() && RestartDue.tooFew(voters)
        ? Optional.of(
            "of "
                + voters.size()
                + " voters the others are no quorum while one is defragmented: etcd would answer"
                + " nobody meanwhile. A person chooses when: etcdctl defrag")
        : Optional.empty();
  }

  /** Why this member is never defragmented with its release. */
  public static Optional<String> release(ObservedNode node) {
    return node.heartbeat()
        .status()
        .map(MemberStatus::version)
        .flatMap(DefragmentFault::of)
        .map(why -> node.heartbeat().instance() + ": " + why);
  }

  /**
   * What keeps a member from being defragmented now; empty where nothing does.
   *
   * @param all whether every voter has to serve
   */
  public static Optional<String> inTheWay(
      ClusterState clusterState, ObservedNode node, boolean all) {
    InstanceId instance = node.heartbeat().instance();
    return never(clusterState)
        .or(() -> release(node))
        .or(() -> open(clusterState))
        .or(() -> learner(clusterState))
        .or(() -> all ? silent(clusterState) : Optional.empty())
        .or(
            () ->
                clusterState.quorum().keptBeside(instance)
                    ? Optional.empty()
                    : Optional.of("the others that answer are no quorum without " + instance));
  }

  private static Optional<String> open(ClusterState clusterState) {
    return clusterState
        .status()
        .open(Lane.MEMBERSHIP)
        .or(() -> clusterState.status().open(Lane.MAINTENANCE))
        .map(open -> open.kind() + " on " + open.executor() + " is open")
        .or(
            () ->
                clusterState.status().terminations().stream()
                    .findFirst()
                    .map(intent -> intent.instance() + " is being terminated"));
  }

  private static Optional<String> learner(ClusterState clusterState) {
    return ForeignLearners.awaited(clusterState).stream()
        .findFirst()
        .map(learner -> "learner " + learner.id() + " is not promoted yet");
  }

  private static Optional<String> silent(ClusterState clusterState) {
    return entries(clusterState).stream()
        .filter(
            voter ->
                clusterState
                    .members()
                    .holderOf(voter)
                    .filter(clusterState.health()::serving)
                    .isEmpty())
        .findFirst()
        .map(voter -> "member " + voter.id() + " does not serve")
        .or(() -> UnansweredVoters.awaited(clusterState));
  }
}
