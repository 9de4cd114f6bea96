package io.quorate.controller.decision;

import io.quorate.codec.Codecs;
import io.quorate.controller.view.ClusterView;
import io.quorate.request.Request;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.List;

/** Marks answered requests that nobody waits for any more as gone. */
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
    return "mark " + requests.size() + " answered requests as gone";
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(
        requests.stream()
            .map(
                request ->
                    new Write.Put(
                        new Item(
                            Keys.request(view.cluster(), request.id()),
                            Expiry.at(Codecs.REQUEST.write(request), view.observedAt())),
                        Expect.is("state", request.state().name())))
            .toList());
  }
}
