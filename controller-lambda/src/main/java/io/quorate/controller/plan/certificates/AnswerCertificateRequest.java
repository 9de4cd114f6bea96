package io.quorate.controller.plan.certificates;

import io.quorate.certificate.ClientCertificateWish;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.decision.IssueClientCertificate;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.ClusterView;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has a client's certificate signed that an operator asks for, or refuses it with why: oldest
 * first. While the bucket with the authorities' keys refuses, the request waits.
 */
public final class AnswerCertificateRequest implements Rule {
  @Override
  public String code() {
    return "ANSWER_CERTIFICATE_REQUEST";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** Certificates never wait. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> request.kind() == RequestKind.ISSUE_CERTIFICATE)
        .filter(request -> !request.state().closed())
        .findFirst()
        .flatMap(request -> answer(clusterState, request));
  }

  private static Optional<Plan> answer(ClusterState clusterState, Request request) {
    ClientCertificateWish wish = ClientCertificateWish.of(request.arguments());
    Optional<String> refusal =
        wish.refusal(clusterState.view().spec().tls())
            .or(() -> RequestProof.refusal(wish.request()).map(why -> "no proof of a key: " + why))
            .or(() -> RequestProof.foreignNames(wish.request(), wish.sans()))
            .or(() -> noAuthority(clusterState.view()));
    if (refusal.isPresent()) {
      return Optional.of(refused(clusterState, request, refusal.get()));
    }
    return clusterState
            .status()
            .tasks()
            .bucket()
            .mayAsk(BucketUse.AUTHORITIES, clusterState.view().observedAt())
        ? Optional.of(signed(clusterState, request, wish))
        : Optional.empty();
  }

  private static Optional<String> noAuthority(ClusterView view) {
    return view.records().certificates().authorities().isPresent()
        ? Optional.empty()
        : Optional.of(
            "the cluster has no authority yet: it is made when the first nodes register; ask again"
                + " then");
  }

  private static Plan signed(
      ClusterState clusterState, Request request, ClientCertificateWish wish) {
    ClusterView view = clusterState.view();
    Status status = clusterState.status();
    CertificateOrder order =
        new CertificateOrder(
            view.cluster(),
            view.lineage().uid(),
            view.records().certificates().authorities(),
            List.of(),
            List.of(new CertificateOrder.Client(request, wish)),
            view.observedAt());
    return new Plan(
        new IssueClientCertificate(
            Reason.of(
                    "CERTIFICATE_REQUESTED",
                    request.by() + " asks for a certificate for client " + wish.commonName())
                .and("request", request.id())
                .and("by", request.by())
                .and("commonName", wish.commonName())
                .and("days", wish.days()),
            order),
        status.withTasks(
            status.tasks().withBucket(status.tasks().bucket().succeeded(BucketUse.AUTHORITIES))),
        Map.of());
  }

  private static Plan refused(ClusterState clusterState, Request request, String words) {
    return new Plan(AnswerRequest.refused(request, words), clusterState.status(), Map.of());
  }
}
