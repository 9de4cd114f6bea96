package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Planting.bug;

/** Bugs planted in the controller: who counts as a member, as dead, and as one to join. */
public enum MembershipMutant implements Mutant {
  /** The members are changed by a list that is older than the proven one. */
  CHANGE_BY_AN_OLDER_LIST(
      bug(
          new Golden("joined-and-lost-before-the-leader-tells.txt", "I2 ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterQuorum.java",
          "proven.notNewerThan(node.heartbeat())",
          "proven != null")),
  /** A disk knows no such member also by a row from before its first start. */
  FORGOTTEN_BY_AN_OLD_ROW(
      bug(
          new Golden("founder-hangs-before-it-tells-of-its-start.txt", "I7 SILENCE_IS_NOT_DEATH"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/DeathProof.java",
          "HeartbeatVersion.now(report)",
          "HeartbeatVersion.of(report)")),
  /** A member is told to restart though another does not serve. */
  RESTART_BESIDE_ONE_THAT_IS_DOWN(
      bug(
          new Golden("restart-for-a-new-spec-while-another-is-down.txt", "I2 ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/RestartDue.java",
          ".or(() -> unwell(clusterState, voters))",
          "")),
  /** A tombstone lasts no longer than EC2 shows what it stands for. */
  FORGET_TOMBSTONES(
      bug(
          new Golden("dead-for-longer-than-ec2-remembers.txt", "I4 INTENTS_STAND"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/StatusCarryOver.java",
          "new HashMap<>(stored.tombstones());",
          "new HashMap<>();")),
  /** Without a quorum the voters are those of the longest log that any row tells of. */
  LOST_BY_ANY_ROW(
      bug(
          new Golden("replaced-long-ago-and-no-quorum.txt", "I7 LOSS_TRUE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/QuorumLoss.java",
          ".map(ProvenMembership::members)",
          """
      .flatMap(
                list ->
                    clusterState.nodes().stream()
                        .map(node -> node.heartbeat())
                        .filter(row -> !row.members().isEmpty())
                        .max(
                            java.util.Comparator.comparing(
                                row -> row.status().map(s -> s.raftAppliedIndex()).orElse(0L)))
                        .map(row -> row.members()))""")),
  /** Whoever waits is told to join, though its group let it go. */
  JOIN_OUTSIDE_THE_GROUP(
      bug(
          new Golden("detached-while-it-waits-to-join.txt", "I9 IN_ITS_GROUP"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/NodeStates.java",
          "&& group.keeps(node.heartbeat().instance());",
          "&& group.desired() > 0;"));

  @SuppressWarnings("ImmutableEnumChecker") // Strings, and another bug.
  private final Planting planting;

  MembershipMutant(Planting planting) {
    this.planting = planting;
  }

  @Override
  public Planting planting() {
    return planting;
  }
}
