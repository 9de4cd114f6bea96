package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.instances.VoterDiagnosis;
import io.quorate.controller.plan.voters.Durability;
import io.quorate.controller.plan.voters.Phases;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.controller.plan.voters.UnansweredVoters;
import io.quorate.controller.plan.voters.UnseenQuorum;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import java.time.Instant;
import java.util.Optional;

/** Conditions about the quorum. */
public final class QuorumChecks {
  private QuorumChecks() {}

  /**
   * Voters proven lost leave fewer than a quorum: restarts alone cannot bring it back. A table that
   * is older than the cluster may hold an older member list too: by it nothing is called lost.
   */
  public static Optional<String> quorumLost(ClusterState clusterState, Plan plan) {
    return Durability.onlyInMemory(clusterState)
        ? Optional.empty()
        : QuorumLoss.of(clusterState).filter(lost -> plan.status().tableRollback().isEmpty());
  }

  /** No quorum serves, and it is not proven lost. */
  public static Optional<String> noQuorum(ClusterState clusterState, Plan plan) {
    boolean without = Phases.of(clusterState, plan) == Phase.NO_QUORUM;
    return without && QuorumLoss.of(clusterState).isEmpty()
        ? Optional.of(
            "no quorum serves: "
                + String.join(", ", VoterDiagnosis.ofThoseThatDoNotServe(clusterState))
                + ". The voters' disks may be whole: nothing is removed or restored. Bring the"
                + " instances or their network back; see docs/operations.md, NO_QUORUM")
        : Optional.empty();
  }

  /** Nobody can tell whether a quorum serves. */
  public static Optional<String> unseen(ClusterState clusterState, Plan plan) {
    return Phases.of(clusterState, plan) == Phase.UNSEEN
        ? Optional.of(UnseenQuorum.message(clusterState))
        : Optional.empty();
  }

  /** One more lost voter would lose the quorum. */
  public static Optional<String> redundancyNone(ClusterState clusterState, Plan plan) {
    return clusterState
        .members()
        .list()
        .flatMap(
            known -> {
              int voters = known.voters().size();
              int quorum = Membership.quorumOf(voters);
              int healthy = clusterState.quorum().healthyVoters().size() - unheard(clusterState);
              return clusterState.quorum().healthyVoters().size() >= quorum && healthy <= quorum
                  ? Optional.of(
                      healthy + " of " + voters + " voters serve: one more lost stops all writes")
                  : Optional.<String>empty();
            });
  }

  /** Voters that count as healthy for the rules, and that the leader misses for now. */
  private static int unheard(ClusterState clusterState) {
    return Math.toIntExact(
        UnansweredVoters.voters(clusterState).stream()
            .filter(
                voter ->
                    clusterState
                        .members()
                        .holderOf(voter)
                        .filter(clusterState.health()::serving)
                        .isPresent())
            .count());
  }

  /** The initial members have not come up within the time that a join may take. */
  public static Optional<String> bootstrapStalled(ClusterState clusterState, Plan plan) {
    Lineage lineage = clusterState.view().lineage();
    if (lineage.state() != Lineage.State.COMMITTED
        || Phases.of(clusterState, plan) != Phase.BOOTSTRAPPING) {
      return Optional.empty();
    }
    Bootstrap bootstrap = lineage.bootstrap().orElseThrow();
    Instant until = bootstrap.decidedAt().plus(clusterState.view().spec().timings().joinDeadline());
    return clusterState.view().observedAt().isAfter(until)
        ? Optional.of(
            "no quorum of the initial members serves since "
                + bootstrap.decidedAt()
                + "; see docs/operations.md, BOOTSTRAP_STALLED")
        : Optional.empty();
  }
}
