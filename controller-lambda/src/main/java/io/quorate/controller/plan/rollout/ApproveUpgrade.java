package io.quorate.controller.plan.rollout;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.outdated.FinalizationApproval;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.EtcdVersion;
import java.util.Map;
import java.util.Optional;

/** Answers an operator who lets a newer release line of etcd become the cluster's. */
public final class ApproveUpgrade implements Rule {
  @Override
  public String code() {
    return "APPROVE_UPGRADE";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> !request.state().closed())
        .filter(request -> request.kind() == RequestKind.APPROVE_UPGRADE)
        .findFirst()
        .map(
            request ->
                FinalizationApproval.awaited(clusterState)
                    .map(release -> approved(clusterState, request, release))
                    .orElseGet(() -> refused(clusterState, request)));
  }

  private static Plan approved(ClusterState clusterState, Request request, EtcdVersion release) {
    String words = "etcd " + release + " is approved: the other members change to it";
    return new Plan(
        AnswerRequest.plain(
            Reason.of("UPGRADE_APPROVED", request.by() + " approves etcd " + release)
                .and("release", release),
            request,
            Request.State.DONE,
            words,
            Map.of("release", release.toString())),
        clusterState.status().withApprovedRelease(Optional.of(release)),
        Map.of());
  }

  private static Plan refused(ClusterState clusterState, Request request) {
    return new Plan(
        AnswerRequest.refused(
            request,
            "no change to a newer release line of etcd waits for an approval: the spec asks for etcd "
                + clusterState.view().spec().etcd().version()
                + " with upgrade.finalize "
                + clusterState.view().spec().upgrade().finalizes().word()),
        clusterState.status(),
        Map.of());
  }
}
