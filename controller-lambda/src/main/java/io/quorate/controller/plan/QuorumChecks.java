package io.quorate.controller.plan;

import io.quorate.state.Birth;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import java.time.Instant;
import java.util.Optional;

/** Conditions about the quorum. */
final class QuorumChecks {
  private QuorumChecks() {}

  /**
   * Voters proven lost leave fewer than a quorum: restarts alone cannot bring it back. A table that
   * is older than the cluster may hold an older member list too: by it nothing is called lost.
   */
  static Optional<String> quorumLost(Situation situation, Plan plan) {
    return Durability.onlyInMemory(situation)
        ? Optional.empty()
        : Loss.of(situation).filter(lost -> plan.status().olderTable().isEmpty());
  }

  /** No quorum is seen to serve, and it is not proven lost. */
  static Optional<String> noQuorum(Situation situation, Plan plan) {
    boolean without = Phases.of(situation, plan) == Phase.NO_QUORUM;
    return without && Loss.of(situation).isEmpty()
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
              int quorum = Membership.quorumOf(voters);
              int healthy = situation.healthyVoters().size() - unheard(situation);
              return situation.healthyVoters().size() >= quorum && healthy <= quorum
                  ? Optional.of(
                      healthy + " of " + voters + " voters serve: one more lost stops all writes")
                  : Optional.<String>empty();
            });
  }

  /** Voters that count as healthy for the rules, and that the leader misses for now. */
  private static int unheard(Situation situation) {
    return Math.toIntExact(
        Unheard.voters(situation).stream()
            .filter(voter -> situation.holderOf(voter).filter(situation::serving).isPresent())
            .count());
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
}
