package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterMembers;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.MemberUpdate;
import io.quorate.controller.plan.facts.NodeStates;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.GroupIntents;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;

/**
 * Whether the group holds more instances than desired.
 *
 * <ol>
 *   <li>Instances in service count that EC2 calls neither terminated nor on their way out, and
 *       whose termination is not recorded; one whose member has left no longer counts.
 *   <li>With a desired capacity of 0 nobody leaves: the cluster hibernates as a whole.
 * </ol>
 */
public final class ScaleIn {
  private static final String IN_SERVICE = "InService";

  private ScaleIn() {}

  /** The desired number of members while any serves, at least one. */
  public static int desired(GroupView.Observed group) {
    return Math.max(1, group.desired());
  }

  /** The instances in service that are to stay so, as far as anything is known, in order. */
  public static List<InstanceId> inService(
      GroupView.Observed group, Status status, NodeStates states, ClusterMembers members) {
    return group.lifecycles().entrySet().stream()
        .filter(entry -> entry.getValue().equals(IN_SERVICE))
        .map(Map.Entry::getKey)
        .filter(instance -> !status.ending(instance) && states.living(instance))
        .filter(instance -> !status.group().leaves(instance) || !members.listed(instance).isEmpty())
        .toList();
  }

  /** Whether more are in service than desired. */
  public static boolean surplus(ClusterState clusterState) {
    return surplus(
        clusterState.view().group(),
        clusterState.status(),
        clusterState.health(),
        clusterState.members());
  }

  private static boolean surplus(
      GroupView view, Status status, NodeStates states, ClusterMembers members) {
    return switch (view) {
      case GroupView.Unknown unknown -> false;
      case GroupView.Observed group ->
          group.desired() > 0 && inService(group, status, states, members).size() > group.desired();
    };
  }

  /**
   * Who still leaves, or has left. An instance that is terminated is forgotten; so is one that is
   * still a member, while nothing is open on it, once the desired capacity was raised again. By a
   * list that is older than the proven one, somebody who has left would look like a member. A
   * listing of the group that lacks it proves nothing: the next one may have it.
   */
  public static Status next(MemberUpdate.Seen seen, Status status) {
    NodeStates states = seen.health();
    boolean current = seen.quorum().membershipCurrent();
    return status.withGroup(
        status
            .group()
            .stillLeaving(
                instance ->
                    !states.gone(instance)
                        && !(current
                            && withdrawn(seen.view(), status, states, seen.members(), instance))));
  }

  /** Those who leave that are still members, or whom the group still has, in order. */
  public static List<InstanceId> underWay(ClusterState clusterState, GroupIntents intents) {
    return intents.leaving().keySet().stream()
        .filter(
            instance ->
                !clusterState.members().listed(instance).isEmpty()
                    || held(clusterState.view().group(), instance))
        .sorted()
        .toList();
  }

  /** Whether the group has an instance, as far as is known. */
  public static boolean held(GroupView view, InstanceId instance) {
    return switch (view) {
      case GroupView.Unknown unknown -> true;
      case GroupView.Observed group -> group.has(instance);
    };
  }

  private static boolean withdrawn(
      ClusterView view,
      Status status,
      NodeStates states,
      ClusterMembers members,
      InstanceId instance) {
    return view.group() instanceof GroupView.Observed
        && !members.listed(instance).isEmpty()
        && status.operation().filter(open -> open.executor().equals(instance)).isEmpty()
        && !surplus(view.group(), status, states, members);
  }
}
