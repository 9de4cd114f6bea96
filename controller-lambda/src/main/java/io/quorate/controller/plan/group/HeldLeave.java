package io.quorate.controller.plan.group;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.JoinBackoff;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/**
 * Whether a member whose termination a hook holds may leave now. The healthy voters that stay have
 * to be a quorum of the remaining ones (I2), and of as many as the group wants: where they are not,
 * a replacement joins first. Of an instance that Quorate itself replaces the successor joins first
 * in any case: as many healthy voters stay as the group wants. One that the cloud takes within two
 * minutes waits for nobody: each that leaves before is one less that the others lose.
 */
public final class HeldLeave {
  private HeldLeave() {}

  /**
   * Who leaves.
   *
   * @param node the node of the member
   * @param voter its member
   */
  public record Leaver(ObservedNode node, MemberEntry voter) {}

  /** The voter that an instance holds. */
  public static Optional<Leaver> leaver(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .flatMap(
            node ->
                clusterState.members().list().stream()
                    .flatMap(known -> known.voters().stream())
                    .filter(voter -> clusterState.members().holds(node, voter.id()))
                    .findFirst()
                    .map(voter -> new Leaver(node, voter)));
  }

  /** Why the member of a held instance does not leave now; empty when it may. */
  public static Optional<String> missing(ClusterState clusterState, InstanceId instance) {
    if (clusterState.members().list().isEmpty()) {
      return Optional.of("no quorum tells who is a member");
    }
    return leaver(clusterState, instance)
        .map(
            leaver ->
                ofNode(clusterState, leaver.node())
                    .or(() -> ofQuorum(clusterState, leaver))
                    .or(() -> ofFleet(clusterState)))
        .orElse(Optional.of("no agent of its own names its member as a voter"));
  }

  private static Optional<String> ofNode(ClusterState clusterState, ObservedNode node) {
    if (!clusterState.health().speaks(node)) {
      return Optional.of("its agent is silent");
    }
    if (!node.heartbeat().report().knows(CommandKind.LEAVE)) {
      return Optional.of("its agent does not know how to leave: upgrade it");
    }
    return Optional.ofNullable(
            clusterState.status().joinBackoffs().get(node.heartbeat().instance()))
        .filter(backoff -> clusterState.view().observedAt().isBefore(backoff.notBefore()))
        .map(HeldLeave::failed);
  }

  private static String failed(JoinBackoff backoff) {
    return "it failed to leave "
        + backoff.failures()
        + " times; the next try is at "
        + backoff.notBefore();
  }

  private static Optional<String> ofQuorum(ClusterState clusterState, Leaver leaver) {
    InstanceId instance = leaver.node().heartbeat().instance();
    boolean kept = clusterState.quorum().keptWithout(leaver.voter().id());
    if (Interruptions.taken(clusterState, instance)) {
      return kept
          ? Optional.empty()
          : Optional.of("the healthy voters that stay would be no quorum of those that remain");
    }
    int listed = clusterState.members().list().map(known -> known.voters().size()).orElse(0);
    int remaining = listed - 1;
    long staying = HeldTerminations.staying(clusterState, instance);
    // What a group wants that does not answer is at least what it has.
    int desired = desired(clusterState, listed);
    int needed =
        clusterState.status().group().replaces(instance)
            ? desired
            : Math.max(Membership.quorumOf(remaining), Membership.quorumOf(desired));
    return kept && staying >= needed
        ? Optional.empty()
        : Optional.of(
            "only "
                + staying
                + " healthy voters would stay, and "
                + needed
                + " are needed: a replacement joins first");
  }

  private static int desired(ClusterState clusterState, int otherwise) {
    return clusterState.view().group() instanceof GroupView.Observed group
        ? ScaleIn.desired(group)
        : otherwise;
  }

  private static Optional<String> ofFleet(ClusterState clusterState) {
    return FleetBreakerPolicy.why(clusterState.view().fleet())
        .map(why -> "the fleet breaker is on: " + why);
  }
}
