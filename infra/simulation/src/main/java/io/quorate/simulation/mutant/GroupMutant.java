package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Planting.bug;

/** Bugs planted where members leave because the group wants fewer. */
public enum GroupMutant implements Mutant {
  /** A member leaves beside another that leaves, or beside one that joins. */
  LEAVE_BESIDE_ANOTHER_CHANGE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new WaitForOpenOperation(),",
          "new Shrink(),\n          new WaitForOpenOperation(),")),
  /** Who is to leave is terminated though it is still a voter. */
  END_ONE_THAT_STILL_VOTES(
      bug(
          new Golden("leave-fails-and-it-still-votes.txt", "I7 HUNG_ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/TerminateLeaver.java",
          "&& clusterState.members().listed(instance).isEmpty();",
          ";"));

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
