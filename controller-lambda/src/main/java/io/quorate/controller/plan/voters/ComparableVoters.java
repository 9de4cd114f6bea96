package io.quorate.controller.plan.voters;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The voters whose data can be compared now, and the revision at which that is done. */
public final class ComparableVoters {
  /** The revision of an etcd to which no key was ever written. */
  private static final long WITHOUT_KEYS = 1;

  private ComparableVoters() {}

  /** Whether no key was ever written, so that there is nothing to compare. */
  public static boolean withoutKeys(ClusterState clusterState) {
    return newest(clusterState) == WITHOUT_KEYS;
  }

  /** Why the voters' data cannot be compared now; empty where it can. */
  public static Optional<String> hindrance(ClusterState clusterState) {
    if (clusterState.members().list().isEmpty()) {
      return Optional.of("no voter is seen to serve");
    }
    if (!clusterState.quorum().membershipCurrent()) {
      return Optional.of("the member list is older than the one that a quorum proved last");
    }
    List<MemberEntry> learners = ForeignLearners.awaited(clusterState);
    if (!learners.isEmpty()) {
      return Optional.of("learner " + learners.getFirst().id() + " is not promoted yet");
    }
    return listed(clusterState).stream()
        .flatMap(voter -> ofVoter(clusterState, voter).stream())
        .findFirst()
        .or(
            () ->
                newest(clusterState) <= WITHOUT_KEYS
                    ? Optional.of("it has no key yet")
                    : Optional.empty());
  }

  private static Optional<String> ofVoter(ClusterState clusterState, MemberEntry voter) {
    Optional<ObservedNode> node = clusterState.members().holderOf(voter);
    if (node.filter(clusterState.health()::serving).isEmpty()) {
      return Optional.of("voter " + voter.id() + " does not serve");
    }
    return node.get().heartbeat().report().knows(CommandKind.COMPARE_DATA)
        ? Optional.empty()
        : Optional.of(
            "the agent on "
                + node.get().heartbeat().instance()
                + " does not know COMPARE_DATA: upgrade it, and see that it has a bucket");
  }

  /** Whether the agent of every voter that is known knows how to compare. */
  public static boolean known(ClusterState clusterState) {
    return listed(clusterState).stream()
        .flatMap(voter -> clusterState.members().holderOf(voter).stream())
        .allMatch(node -> node.heartbeat().report().knows(CommandKind.COMPARE_DATA));
  }

  /** The listed voters. */
  public static List<MemberEntry> listed(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::voters).orElse(List.of());
  }

  /** The voters and their instances. */
  public static Map<MemberId, InstanceId> homes(ClusterState clusterState) {
    Map<MemberId, InstanceId> homes = new HashMap<>();
    for (MemberEntry voter : listed(clusterState)) {
      clusterState
          .members()
          .holderOf(voter)
          .ifPresent(node -> homes.put(voter.id(), node.heartbeat().instance()));
    }
    return homes;
  }

  /** The newest revision that a voter has; the others have it soon, for it is committed. */
  public static long newest(ClusterState clusterState) {
    return clusterState.quorum().healthyVoters().stream()
        .mapToLong(node -> ClusterState.statusOf(node).revision())
        .max()
        .orElse(0);
  }
}
