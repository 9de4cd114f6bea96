package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.MemberEntry;
import java.util.List;

/**
 * Learners that somebody added by hand, such as a mirror: no node holds them, no known instance has
 * their name, and they are listed at no node's address. etcd allows one learner, so that nobody can
 * join beside one: it stays until a member is missing.
 */
public final class ForeignLearners {
  private ForeignLearners() {}

  /** In the order of the list. */
  public static List<MemberEntry> of(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::learners).orElse(List.of()).stream()
        .filter(learner -> is(clusterState, learner))
        .toList();
  }

  /** The other learners: each is to be promoted or removed before anything else is planned. */
  public static List<MemberEntry> awaited(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::learners).orElse(List.of()).stream()
        .filter(learner -> !is(clusterState, learner))
        .toList();
  }

  /** Whether a learner is somebody's own. */
  public static boolean is(ClusterState clusterState, MemberEntry learner) {
    return clusterState.members().nodeOf(learner).isEmpty()
        && InstanceId.named(learner.name()).filter(name -> known(clusterState, name)).isEmpty()
        && clusterState.nodes().stream()
            .map(ObservedNode::heartbeat)
            .noneMatch(row -> learner.peerUrls().contains(row.endpoints().peerUrl()));
  }

  /** Whoever was told to join is recorded as a holder before its learner is added. */
  private static boolean known(ClusterState clusterState, InstanceId instance) {
    return clusterState.status().data().holders().containsKey(instance)
        || clusterState.health().gone(instance)
        || ScaleIn.held(clusterState.view().group(), instance);
  }

  /** Whether a learner is in the way: fewer voters are listed than desired, or one is dead. */
  public static boolean inTheWay(ClusterState clusterState) {
    int voters = clusterState.members().list().map(known -> known.voters().size()).orElse(0);
    return switch (clusterState.view().group()) {
      case GroupView.Observed group ->
          voters < ScaleIn.desired(group) || !clusterState.deaths().all().isEmpty();
      case GroupView.Unknown unknown -> false;
    };
  }
}
