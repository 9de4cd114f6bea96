package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.request.Request;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers an operator's request.
 *
 * @param request as it was and as it is
 * @param catalogue what it changes in the catalogue of snapshots
 * @param prerequisite what has to hold in the bucket before
 */
public record AnswerRequest(
    Reason reason,
    RequestChange request,
    Optional<CatalogueChange> catalogue,
    Optional<Prerequisite> prerequisite)
    implements Decision {
  /** The refusal of a request, for a reason that its operator reads. */
  public static AnswerRequest refused(Request request, String words) {
    return plain(
        Reason.of("REQUEST_REFUSED", words), request, Request.State.REFUSED, words, Map.of());
  }

  /** An answer that leaves what is known of the request so far. */
  public static AnswerRequest told(Request request, Request.State state, String words) {
    return plain(Reason.of("REQUEST_" + state, words), request, state, words, request.result());
  }

  /** An answer that changes nothing else. */
  public static AnswerRequest plain(
      Reason reason,
      Request request,
      Request.State state,
      String words,
      Map<String, String> result) {
    return new AnswerRequest(
        reason,
        new RequestChange(request, request.in(state, words, result)),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  public String code() {
    return "ANSWER_REQUEST";
  }

  @Override
  public String summary() {
    return "answer request "
        + request.after().id()
        + " ("
        + request.after().kind()
        + "): "
        + request.after().state();
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("requestId", request.after().id())
        .with("state", request.after().state())
        .with("detail", request.after().detail())
        .build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    List<Write> parts = new ArrayList<>();
    parts.add(request.write(view.cluster()));
    catalogue.ifPresent(change -> parts.add(change.write(view.cluster(), view.observedAt())));
    return DecisionWrites.of(parts);
  }

  @Override
  public Reason journalled() {
    return reason
        .and("request", request.after().id())
        .and("kind", request.after().kind())
        .and("by", request.after().by())
        .and("state", request.after().state());
  }
}
