package io.quorate.controller.plan.voters;

import io.quorate.command.CommandEffect;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import java.util.List;

/**
 * Which voters the phase counts. It says something to people and decides nothing.
 *
 * <ol>
 *   <li>Those of the member list; while that is older than the one that a quorum proved last, those
 *       of the proven one. [Two voters, one leaves: the other's row lists both until its next
 *       heartbeat.]
 *   <li>Not one whose own agent says that it was removed, nor one that an open instruction stops
 *       and that serves no more: the others count by themselves, and where they are no quorum their
 *       own rows say so.
 * </ol>
 */
public final class CountedVoters {
  private final ClusterState clusterState;
  private final List<MemberEntry> voters;

  public CountedVoters(ClusterState clusterState) {
    this.clusterState = clusterState;
    this.voters = listed().stream().filter(voter -> !voter.learner() && !leaves(voter)).toList();
  }

  List<MemberEntry> list() {
    return voters;
  }

  public int all() {
    return voters.size();
  }

  public int healthy() {
    return clusterState.quorum().votersServing(voters).size();
  }

  private List<MemberEntry> listed() {
    return clusterState
        .members()
        .list()
        .map(
            known ->
                clusterState.quorum().membershipCurrent()
                    ? known.entries()
                    : clusterState
                        .status()
                        .proven()
                        .map(ProvenMembership::members)
                        .orElse(known.entries()))
        .orElse(List.of());
  }

  private boolean leaves(MemberEntry voter) {
    return clusterState
        .members()
        .holderOf(voter)
        .filter(
            node ->
                node.heartbeat().data() == DataState.REMOVED
                    || (stopping(voter) && !clusterState.health().serving(node)))
        .isPresent();
  }

  private boolean stopping(MemberEntry voter) {
    return clusterState
        .status()
        .operation()
        .filter(open -> open.target().filter(voter.id()::equals).isPresent())
        .filter(open -> open.effects().contains(new CommandEffect.Stops(open.executor())))
        .isPresent();
  }
}
