package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.BucketUse;
import io.quorate.state.Lineage;
import io.quorate.state.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What it takes to put a cluster to rest whose group wants no instance:
 *
 * <ol>
 *   <li>a quorum serves, by a current member list, and nothing else is under way;
 *   <li>everyone who may hold data is known, and is gone or can be fenced now, by an agent that
 *       reads the record of a hibernation;
 *   <li>the bucket answers, and holds the cluster's lineage: what is restored comes from there.
 * </ol>
 *
 * <p>Everyone is fenced at once, so that no write is acknowledged any more. What is salvaged is
 * complete only where a quorum of the voters was fenced: with fewer it is a loss like others. An
 * instance goes only once a node has restored what the bucket has of it (I2, I6).
 */
public final class Hibernation {
  private Hibernation() {}

  /** Whether the group is seen to want no instance. */
  public static boolean wanted(ClusterState clusterState) {
    return clusterState.view().group() instanceof GroupView.Observed group && group.desired() == 0;
  }

  /** Whether the group is seen to want some. */
  public static boolean ends(ClusterState clusterState) {
    return clusterState.view().group() instanceof GroupView.Observed group && group.desired() > 0;
  }

  /** Why it cannot begin now, for people; empty when it can. */
  public static List<String> objections(ClusterState clusterState) {
    List<String> objections = new ArrayList<>();
    if (clusterState.view().lineage().state() != Lineage.State.COMMITTED) {
      return List.of("the cluster has not begun yet");
    }
    if (clusterState.paused()) {
      objections.add("the cluster is paused");
    }
    if (!clusterState.quorum().serves()
        || !clusterState.quorum().membershipCurrent()
        || clusterState.status().proven().isEmpty()) {
      objections.add("no quorum tells who is a member");
    }
    objections.addAll(underWay(clusterState));
    objections.addAll(ofBucket(clusterState));
    objections.addAll(ofHolders(clusterState, FenceSet.of(clusterState)));
    return objections;
  }

  private static List<String> underWay(ClusterState clusterState) {
    List<String> objections = new ArrayList<>();
    clusterState
        .view()
        .records()
        .recovery()
        .filter(
            recovery -> recovery.state().running() || recovery.state() == Recovery.State.SERVING)
        .ifPresent(
            recovery ->
                objections.add(
                    recovery.state() == Recovery.State.SERVING
                        ? "nobody has acknowledged what was lost: see DATA_RESTORED"
                        : recovery.id() + " is " + recovery.state()));
    clusterState
        .status()
        .operation()
        .ifPresent(open -> objections.add("operation " + open.commandId() + " is open"));
    clusterState.status().terminations().stream()
        .map(Termination::instance)
        .forEach(instance -> objections.add(instance + " is to be terminated"));
    return objections;
  }

  private static List<String> ofBucket(ClusterState clusterState) {
    List<String> objections = new ArrayList<>();
    var bucket = clusterState.status().tasks().bucket();
    bucket
        .failing(BucketUse.LOOK)
        .ifPresent(failing -> objections.add("the bucket does not answer: " + failing.why()));
    bucket
        .lineage()
        .ifPresent(difference -> objections.add("the bucket lacks the lineage: " + difference));
    return objections;
  }

  private static List<String> ofHolders(ClusterState clusterState, FenceSet holders) {
    List<String> objections = new ArrayList<>(holders.gaps());
    if (UnregisteredInstances.rowsUnread(clusterState)) {
      objections.add("rows of nodes cannot be read; see NODE_ROW_UNREADABLE");
    }
    FencingStart.hindrances(clusterState, holders)
        .forEach(end -> objections.add(end.instance() + " cannot be fenced now: " + end.why()));
    holders.unknown().stream()
        .map(HolderEnd.Unknown::instance)
        .filter(instance -> FencingStart.canBeFenced(clusterState, instance))
        .filter(instance -> !able(clusterState, instance))
        .forEach(
            instance ->
                objections.add(
                    "the agent of "
                        + instance
                        + " is of a release that does not know how to hibernate: upgrade it"));
    return objections;
  }

  private static boolean able(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .filter(node -> node.heartbeat().report().kinds().contains(Recovery.HIBERNATION_ABILITY))
        .isPresent();
  }

  /** Why what is left of the voters may lack what a quorum acknowledged; empty where it cannot. */
  public static Optional<String> tooFew(ClusterState clusterState, FenceSet holders) {
    Set<InstanceId> fenced =
        holders.fenced().stream().map(HolderEnd.Fenced::instance).collect(Collectors.toSet());
    int voters = QuorumLoss.voters(clusterState).size();
    long left = QuorumLoss.homesOn(clusterState, fenced);
    return left >= Membership.quorumOf(voters) && voters > 0
        ? Optional.empty()
        : Optional.of(
            "only "
                + left
                + " of "
                + voters
                + " voters were stopped with their data: a write may have reached none of them");
  }

  /**
   * The instances of the group that have no data that is needed: they were fenced or empty when the
   * data was gathered, or prove now that they are.
   */
  public static List<InstanceId> dispensable(ClusterState clusterState, Recovery recovery) {
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return List.of();
    }
    FenceSet holders = FenceSet.of(clusterState);
    Set<InstanceId> unknown =
        holders.unknown().stream().map(HolderEnd.Unknown::instance).collect(Collectors.toSet());
    return group.lifecycles().keySet().stream()
        .filter(instance -> !clusterState.health().gone(instance))
        .filter(
            instance ->
                recovery.holders().containsKey(instance)
                    || (clusterState.node(instance).isPresent() && !unknown.contains(instance)))
        .toList();
  }
}
