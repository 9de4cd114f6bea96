package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.plan.fencing.RevisionsSeen;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.state.Bootstrap;
import io.quorate.state.GenerationSource;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import java.util.List;
import java.util.Optional;

/** The generation that a recovery begins: one voter, a token of its own, and a source. */
final class NextGeneration {
  private NextGeneration() {}

  /** What the record keeps of it. */
  static CommittedGeneration committed(
      ClusterState clusterState, Recovery recovery, Optional<Long> found) {
    long revision = found.orElse(recovery.source().orElseThrow().revision());
    long highest =
        Math.max(
            found.orElseGet(
                () -> Math.min(revision, PlausibleNumbers.revision(clusterState.view()))),
            RevisionsSeen.highest(clusterState));
    return new CommittedGeneration(
        recovery.generation().next(),
        revision,
        RevisionsSeen.reported(clusterState),
        highest + PlausibleNumbers.GAP);
  }

  /** The bootstrap, on the node that made the trial. */
  static Bootstrap bootstrap(
      ClusterView view, Recovery recovery, CommittedGeneration next, Heartbeat seeder) {
    Generation generation = next.generation();
    String token = view.lineage().uid() + "-" + generation + "-" + view.nonce();
    MemberId member = EtcdIds.memberId(List.of(seeder.endpoints().peerUrl()), token);
    RecoverySource source = recovery.source().orElseThrow();
    return new Bootstrap(
        generation,
        token,
        EtcdIds.clusterId(List.of(member)),
        List.of(
            new InitialMember(
                seeder.instance(),
                member,
                seeder.endpoints(),
                seeder.zone(),
                seeder.boot().diskId())),
        view.nonce(),
        view.observedAt(),
        Optional.of(
            new GenerationSource(
                source.snapshot().generation(),
                source.snapshot(),
                source.sha256(),
                next.sourceRevision(),
                next.targetRevision(),
                recovery.id(),
                recovery.leasesRenewedUntil())));
  }
}
