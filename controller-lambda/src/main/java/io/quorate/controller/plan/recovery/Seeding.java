package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.MemberStatus;
import io.quorate.state.RevokedLeases;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * From the committed generation to its first service.
 *
 * <ol>
 *   <li>COMMITTED: the lineage mirror holds the generation, so the seeder may start it.
 *   <li>SEEDING ends when the seeder serves, and its etcd no longer raises NOSPACE, which a restore
 *       keeps.
 *   <li>A seeder that does not come up is waited for: nobody else may start this generation.
 * </ol>
 */
final class Seeding {
  private static final String NOSPACE = "NOSPACE";

  /** After so long the seeder is named in a condition. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private Seeding() {}

  static RecoveryStep next(ClusterState clusterState, Recovery recovery) {
    var now = clusterState.view().observedAt();
    var generation = recovery.committed().orElseThrow().generation();
    InstanceId seeder = recovery.seeder().orElseThrow();
    if (recovery.state() == Recovery.State.COMMITTED) {
      return advance(
          clusterState,
          Reason.of("GENERATION_FINAL", "the lineage mirror holds generation " + generation),
          recovery.seeding(now));
    }
    Optional<ObservedNode> serving =
        clusterState.node(seeder).filter(clusterState.health()::serving);
    if (serving.isPresent() && !noSpace(serving.get())) {
      return advance(
          clusterState,
          Reason.of("SEEDER_SERVES", seeder + " serves generation " + generation),
          served(recovery, serving.get().heartbeat().report().revoked(), now));
    }
    String what =
        seeder
            + " restores snapshot "
            + recovery.source().orElseThrow().snapshot()
            + " as generation "
            + generation
            + (serving.isPresent() ? ", and has not disarmed NOSPACE yet" : "")
            + (RefusedAgents.proveQuorum(clusterState)
                ? ", which serves, and refuses its agent: see AUTH_WITHOUT_IDENTITY"
                : "");
    boolean late = now.isAfter(recovery.stateSince().plus(PATIENCE));
    return late
        ? new RecoveryStep.Waits(
            Reason.of(
                "SEEDER_AWAITED",
                what
                    + ", since "
                    + recovery.stateSince()
                    + ": look at its agent's log; no other node may start this generation, but"
                    + " terminating this one begins the next"),
            true)
        : new RecoveryStep.Runs(Reason.of("SEEDER_STARTS", what));
  }

  /** Of a hibernation nothing is lost that somebody would have to acknowledge. */
  private static Recovery served(Recovery recovery, Optional<RevokedLeases> revoked, Instant now) {
    return recovery.hibernates() ? recovery.woken(revoked, now) : recovery.serving(revoked, now);
  }

  private static boolean noSpace(ObservedNode node) {
    return node.heartbeat().status().map(MemberStatus::alarms).stream()
        .flatMap(java.util.Collection::stream)
        .anyMatch(alarm -> alarm.contains(NOSPACE));
  }

  private static RecoveryStep advance(ClusterState clusterState, Reason reason, Recovery next) {
    return new RecoveryStep.Advance(reason, next.by(clusterState.view().token()), Optional.empty());
  }
}
