package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.request.Request;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.List;

/** Deletes answered requests that nobody waits for any more. */
public record PruneRequests(Reason reason, List<Request> requests) implements Decision {
  public PruneRequests {
    requests = List.copyOf(requests);
  }

  @Override
  public String code() {
    return "PRUNE_REQUESTS";
  }

  @Override
  public String summary() {
    return "delete " + requests.size() + " answered requests";
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(
        requests.stream()
            .map(
                request ->
                    new Write.Delete(
                        Keys.request(view.cluster(), request.id()),
                        Expect.is("state", request.state().name())))
            .toList());
  }
}
