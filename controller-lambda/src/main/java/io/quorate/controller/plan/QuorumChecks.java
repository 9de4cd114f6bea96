package io.quorate.controller.plan;

import io.quorate.state.Birth;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Conditions about the quorum. */
final class QuorumChecks {
  private QuorumChecks() {}

  /** Voters proven lost leave fewer than a quorum: restarts alone cannot bring it back. */
  static Optional<String> quorumLost(Situation situation, Plan plan) {
    return lost(situation);
  }

  /** Which voters are proven lost, where the others are fewer than a quorum. */
  static Optional<String> lost(Situation situation) {
    return lastKnown(situation)
        .flatMap(
            known -> {
              List<Death> lost =
                  known.voters().stream().flatMap(v -> situation.death(v).stream()).toList();
              int voters = known.voters().size();
              int left = voters - lost.size();
              return left < Membership.quorumOf(voters)
                  ? Optional.of(
                      lost.size()
                          + " of "
                          + voters
                          + " voters are proven lost ("
                          + String.join("; ", lost.stream().map(Death::why).toList())
                          + "): a quorum cannot come back by restarts;"
                          + " see docs/operations.md, QUORUM_LOST")
                  : Optional.<String>empty();
            });
  }

  /** No quorum is seen to serve, and it is not proven lost. */
  static Optional<String> noQuorum(Situation situation, Plan plan) {
    boolean without = Phases.of(situation, plan) == Phase.NO_QUORUM;
    return without && lost(situation).isEmpty()
        ? Optional.of(
            "no quorum is seen to serve, but the voters' disks may be whole: nothing is removed or"
                + " restored; see docs/operations.md, NO_QUORUM")
        : Optional.empty();
  }

  /** One more lost voter would lose the quorum. */
  static Optional<String> redundancyNone(Situation situation, Plan plan) {
    return situation
        .membership()
        .flatMap(
            known -> {
              int voters = known.voters().size();
              int healthy = situation.healthyVoters().size();
              return healthy == Membership.quorumOf(voters)
                  ? Optional.of(
                      healthy + " of " + voters + " voters serve: one more lost stops all writes")
                  : Optional.<String>empty();
            });
  }

  /** The founding voters have not come up within the time that a join may take. */
  static Optional<String> birthStalled(Situation situation, Plan plan) {
    Lineage lineage = situation.view().lineage();
    if (lineage.state() != Lineage.State.COMMITTED
        || Phases.of(situation, plan) != Phase.BOOTSTRAPPING) {
      return Optional.empty();
    }
    Birth birth = lineage.birth().orElseThrow();
    Instant until = birth.decidedAt().plus(situation.view().spec().timings().joinDeadline());
    return situation.view().observedAt().isAfter(until)
        ? Optional.of(
            "no quorum of the founding voters serves since "
                + birth.decidedAt()
                + "; see docs/operations.md, BIRTH_STALLED")
        : Optional.empty();
  }

  /** The membership by its witness, else the longest list that any node last reported. */
  static Optional<Membership> lastKnown(Situation situation) {
    return situation
        .membership()
        .or(
            () ->
                situation.nodes().stream()
                    .map(node -> node.heartbeat())
                    .filter(heartbeat -> !heartbeat.members().isEmpty())
                    .max(
                        Comparator.comparing(
                            heartbeat ->
                                heartbeat.status().map(s -> s.raftAppliedIndex()).orElse(0L)))
                    .map(heartbeat -> new Membership(heartbeat.instance(), heartbeat.members())));
  }
}
