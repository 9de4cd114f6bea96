package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Planting.bug;

/** Bugs planted where members leave because the group wishes for fewer. */
public enum GroupMutant implements Mutant {
  /** A member leaves beside another that leaves, or beside one that joins. */
  LEAVE_BESIDE_ANOTHER_CHANGE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new WaitForOpenOperation(),",
          "new Shrink(),\n          new WaitForOpenOperation(),")),
  /** Who has left is told to join again. */
  JOIN_ONE_THAT_LEFT(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/JoinWaitingNode.java",
          ".filter(node -> !clusterState.status().group().leaves(node.heartbeat().instance()))",
          "")),
  /** Any voter may leave while another does not serve. */
  LEAVE_BESIDE_ONE_THAT_FAILS(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ScaleInVictim.java",
          "failing.isEmpty() || failing.contains(voter)",
          "failing.size() < 2")),
  /** It may leave even though it is the only one with which the leader is a quorum. */
  LEAVE_THE_LEADER_ALONE(
      bug(
          LEAVE_BESIDE_ONE_THAT_FAILS,
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ScaleInVictim.java",
          ".filter(node -> clusterState.quorum().keptWithout(voter.id()))",
          "")),
  /** Who is to leave is terminated though it is still a voter. */
  END_ONE_THAT_STILL_VOTES(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/TerminateLeaver.java",
          "&& clusterState.members().listed(instance).isEmpty();",
          ";")),
  /** Who leaves stops its etcd without the word of another voter. */
  LEAVE_UNCONFIRMED(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/ConfirmLeave.java",
          "if (LeavingMember.listedBy(found.get(), context)) {",
          "if (found.get().endpoint().isEmpty()) {"));

  @SuppressWarnings("ImmutableEnumChecker") // Strings, and another bug.
  private final Planting planting;

  GroupMutant(Planting planting) {
    this.planting = planting;
  }

  @Override
  public Planting planting() {
    return planting;
  }
}
