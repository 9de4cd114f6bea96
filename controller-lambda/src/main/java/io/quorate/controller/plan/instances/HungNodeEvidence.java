package io.quorate.controller.plan.instances;

import io.quorate.controller.plan.certificates.ExpiredCertificates;
import io.quorate.controller.plan.facts.BlockedMembers;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PeerLiveness;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/** The evidence against a silent voter, besides its silence. */
public final class HungNodeEvidence {
  private HungNodeEvidence() {}

  /** The first piece of evidence that a silent node's termination lacks; empty when none does. */
  public static Optional<String> missing(ClusterState clusterState, ObservedNode node) {
    Optional<String> impossible = TerminationEvidence.impossible(clusterState, node);
    if (impossible.isPresent()) {
      return impossible;
    }
    Optional<String> expired = ExpiredCertificates.doubt(clusterState);
    if (expired.isPresent()) {
      return expired;
    }
    InstanceId instance = node.heartbeat().instance();
    Optional<String> blocked = BlockedMembers.doubt(clusterState, instance);
    if (blocked.isPresent()) {
      return blocked;
    }
    List<MemberId> listed = clusterState.members().listed(instance);
    Optional<MemberId> former = clusterState.members().formerMember(instance);
    List<MemberId> living = listed.stream().filter(id -> !former.equals(Optional.of(id))).toList();
    if (listed.isEmpty()) {
      return Optional.of("it holds no listed member of this generation");
    }
    if (living.isEmpty()) {
      return Optional.of("its member is dead, so that no silence of that tells whether it hangs");
    }
    if (!clusterState.quorum().keptBeside(instance)) {
      return Optional.of("the others are no quorum without it");
    }
    return living.stream().flatMap(id -> PeerLiveness.by(clusterState, id).stream()).findFirst();
  }
}
