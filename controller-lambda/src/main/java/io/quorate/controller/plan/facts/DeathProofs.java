package io.quorate.controller.plan.facts;

import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;

/** Which listed members are proven dead, and why. Silence alone proves nothing (I7). */
public final class DeathProofs {
  private final ClusterState clusterState;

  public DeathProofs(ClusterState clusterState) {
    this.clusterState = clusterState;
  }

  /** Listed members that are proven dead, in the order of the list. */
  public List<DeathProof> all() {
    return clusterState.members().list().stream()
        .flatMap(known -> known.entries().stream())
        .flatMap(member -> of(member).stream())
        .toList();
  }

  /** Why a member is proven dead; empty while nothing proves it. */
  public Optional<DeathProof> of(MemberEntry member) {
    Optional<DeathProof> byAgent =
        clusterState.nodes().stream()
            .filter(
                node ->
                    clusterState.members().holds(node, member.id())
                        && node.heartbeat().data().unusable())
            .<DeathProof>map(
                node ->
                    new DeathProof.DataUnusable(
                        member, node.heartbeat().instance(), node.heartbeat().data()))
            .findFirst();
    return clusterState
        .members()
        .instanceOf(member)
        .filter(clusterState.health()::gone)
        .<DeathProof>map(
            instance ->
                new DeathProof.InstanceTerminated(
                    member, instance, ForgottenInstances.words(clusterState, instance)))
        .or(() -> byAgent)
        .or(() -> forgotten(member));
  }

  /** Whether a listed member is proven dead. */
  public boolean provenDead(MemberId id) {
    return clusterState
        .members()
        .list()
        .flatMap(known -> known.member(id))
        .flatMap(this::of)
        .isPresent();
  }

  /** Data that no journal explains may be what a person still wants: from it nothing follows. */
  private Optional<DeathProof> forgotten(MemberEntry member) {
    return Optional.of(member)
        .filter(MemberEntry::started)
        .flatMap(clusterState.members()::instanceOf)
        .flatMap(clusterState::node)
        .filter(
            node ->
                clusterState.health().speaks(node)
                    && clusterState.health().living(node.heartbeat().instance()))
        .filter(node -> !clusterState.members().holds(node, member.id()))
        .filter(node -> knowsNothing(node.heartbeat().data()))
        .filter(node -> PeerLiveness.by(clusterState, member.id()).isEmpty())
        .map(
            node ->
                new DeathProof.Forgotten(
                    member, node.heartbeat().instance(), node.heartbeat().data()));
  }

  private static boolean knowsNothing(DataState data) {
    return switch (data) {
      case NONE, LOST, ROLLED_BACK, DAMAGED, REMOVED -> true;
      case INTACT, FOREIGN, SUPERSEDED -> false;
    };
  }
}
