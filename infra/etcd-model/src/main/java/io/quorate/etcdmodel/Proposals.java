package io.quorate.etcdmodel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What waits to be applied, or for a leader to propose it. */
final class Proposals {
  private final Server server;
  private final Map<Long, Consumer<Optional<String>>> proposals = new HashMap<>();
  private final Deque<Payload> leaderless = new ArrayDeque<>();

  Proposals(Server server) {
    this.server = server;
  }

  /** Proposes; without a leader it waits for one. Told when applied, refused or out of time. */
  void propose(Payload payload, long giveUpAt, Consumer<Optional<String>> done) {
    proposals.put(payload.requestId(), done);
    server
        .process
        .world()
        .at(
            giveUpAt,
            () ->
                server.process.whenAwake(
                    () -> {
                      leaderless.remove(payload);
                      finish(payload.requestId(), Optional.of(EtcdError.TIMEOUT));
                    }));
    submit(payload);
  }

  private void submit(Payload payload) {
    if (server.raft.lead.isEmpty()) {
      leaderless.add(payload);
    } else if (server.raft.leads()) {
      if (!server.raft.leading.propose(payload) && !payload.changesMembership()) {
        finish(payload.requestId(), Optional.of(EtcdError.DROPPED));
      }
    } else {
      server.raft.send(
          Message.of(Message.Kind.PROPOSE, server.disk.memberId, server.raft.lead.get())
              .entries(List.of(new Entry(0, 0, payload))));
    }
  }

  private void finish(long request, Optional<String> error) {
    Consumer<Optional<String>> waiting = proposals.remove(request);
    if (waiting != null) {
      waiting.accept(error);
    }
  }

  void applied(Payload payload, Optional<String> refusal) {
    finish(payload.requestId(), refusal);
  }

  /** There is a leader now, or another one. */
  void leaderChanged() {
    List<Payload> waiting = List.copyOf(leaderless);
    leaderless.clear();
    waiting.forEach(this::submit);
  }
}
