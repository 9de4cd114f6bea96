package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;

/** Answers an operator who acknowledges what a recovery lost: the condition ends with it. */
public final class AnswerRecoveryRequest implements Rule {
  @Override
  public String code() {
    return "ANSWER_RECOVERY_REQUEST";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().records().requests().stream()
        .filter(request -> !request.state().closed())
        .filter(request -> request.kind() == RequestKind.ACKNOWLEDGE_RECOVERY)
        .findFirst()
        .map(request -> answer(clusterState, request));
  }

  private static Plan answer(ClusterState clusterState, Request request) {
    ClusterView view = clusterState.view();
    return view.records()
        .recovery()
        .filter(recovery -> recovery.state() == Recovery.State.SERVING)
        .map(recovery -> acknowledged(clusterState, request, recovery))
        .orElseGet(() -> refused(clusterState, request));
  }

  private static Plan acknowledged(ClusterState clusterState, Request request, Recovery recovery) {
    ClusterView view = clusterState.view();
    String words = recovery.id() + " is acknowledged";
    return new Plan(
        new AdvanceRecovery(
            Reason.of("LOSS_ACKNOWLEDGED", request.by() + " acknowledges " + recovery.id()),
            recovery.acknowledged(request.by(), view.observedAt()).by(view.token()),
            Optional.empty(),
            Optional.of(
                new RequestChange(request, request.in(Request.State.DONE, words, Map.of())))),
        clusterState.status(),
        Map.of());
  }

  private static Plan refused(ClusterState clusterState, Request request) {
    String words =
        "no restored generation serves that nobody has acknowledged: quorate recover status shows"
            + " the latest recovery";
    return new Plan(
        new AnswerRequest(
            Reason.of("REQUEST_REFUSED", words),
            new RequestChange(request, request.in(Request.State.REFUSED, words, Map.of())),
            Optional.empty(),
            Optional.empty()),
        clusterState.status(),
        Map.of());
  }
}
