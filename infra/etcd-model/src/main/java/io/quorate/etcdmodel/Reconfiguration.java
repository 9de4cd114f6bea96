package io.quorate.etcdmodel;

import io.quorate.model.EtcdIds;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The member calls: checked where they arrive, then put through raft, then validated again. */
final class Reconfiguration {
  private static final long RETRY_MILLIS = 100;
  private final Server server;

  Reconfiguration(Server server) {
    this.server = server;
  }

  void add(Call.Add add, long deadline, Consumer<CallOutcome> reply) {
    Optional<String> unsafe = ReconfigurationCheck.mayAdd(server, add.learner());
    if (unsafe.isPresent()) {
      reply.accept(new CallOutcome.Refused(unsafe.get()));
      return;
    }
    // etcd hashes the URL and the current second: twice in one second is the same id.
    MemberId id = EtcdIds.memberId(List.of(add.peerUrl()), Long.toString(server.now() / 1_000));
    propose(
        new Payload.Add(request(), id, add.peerUrl(), add.learner()),
        deadline,
        error ->
            reply.accept(
                error
                    .<CallOutcome>map(CallOutcome.Refused::new)
                    .orElseGet(
                        () ->
                            new CallOutcome.Answered(
                                new Answer.Added(id, server.calls.members())))));
  }

  void remove(Call.Remove remove, long deadline, Consumer<CallOutcome> reply) {
    Optional<String> unsafe = ReconfigurationCheck.mayRemove(server, remove.member());
    if (unsafe.isPresent()) {
      reply.accept(new CallOutcome.Refused(unsafe.get()));
      return;
    }
    propose(
        new Payload.Remove(request(), remove.member()),
        deadline,
        error -> reply.accept(changed(error)));
  }

  void update(Call.Update update, long deadline, Consumer<CallOutcome> reply) {
    propose(
        new Payload.Update(request(), update.member(), update.peerUrl()),
        deadline,
        error -> reply.accept(changed(error)));
  }

  void promote(Caller caller, Call.Promote promote, long deadline, Consumer<CallOutcome> reply) {
    if (server.raft.leads()) {
      asLeader(caller, promote, deadline, reply);
    } else {
      long patience = server.process.spec().timing().requestMillis();
      throughLeader(promote, Math.min(deadline, server.now() + patience), reply);
    }
  }

  private void asLeader(
      Caller caller, Call.Promote promote, long deadline, Consumer<CallOutcome> reply) {
    Optional<String> unsafe =
        server
            .applied
            .auth()
            .refusesAdmin(caller)
            .or(() -> ReconfigurationCheck.mayPromote(server, promote.member()));
    if (unsafe.isPresent()) {
      reply.accept(new CallOutcome.Refused(unsafe.get()));
      return;
    }
    propose(
        new Payload.Promote(request(), promote.member()),
        deadline,
        error -> reply.accept(changed(error)));
  }

  /**
   * Only the leader knows how far a learner is: the call is forwarded, without the certificate of
   * who asks, and some errors are tried again. Where callers are held to their rights it comes to
   * nothing.
   */
  private void throughLeader(Call.Promote promote, long giveUpAt, Consumer<CallOutcome> reply) {
    EtcdWorld world = server.process.world();
    if (server.now() >= giveUpAt) {
      reply.accept(new CallOutcome.Refused(EtcdError.TIMEOUT));
      return;
    }
    Runnable later =
        () ->
            world.at(
                Math.min(giveUpAt, server.now() + RETRY_MILLIS),
                () -> server.process.whenAwake(() -> throughLeader(promote, giveUpAt, reply)));
    Optional<String> url = server.raft.lead.flatMap(server.peers::urlOf);
    if (url.isEmpty()) {
      later.run();
      return;
    }
    world.<CallOutcome>exchange(
        server.process.spec().peerUrl(),
        url.get(),
        giveUpAt,
        (peer, back) ->
            peer.server()
                .filter(s -> s.raft.leads())
                .ifPresentOrElse(
                    s -> new Reconfiguration(s).asLeader(Caller.NOBODY, promote, giveUpAt, back),
                    () -> back.accept(new CallOutcome.Unknown("not leader"))),
        result ->
            server.process.whenAwake(
                () -> {
                  if (result instanceof EtcdWorld.Exchange.Got<CallOutcome> got
                      && decides(got.value())) {
                    reply.accept(got.value());
                  } else {
                    later.run();
                  }
                }));
  }

  private static boolean decides(CallOutcome outcome) {
    return switch (outcome) {
      case CallOutcome.Answered answered -> true;
      case CallOutcome.Refused refused ->
          List.of(EtcdError.LEARNER_NOT_READY, EtcdError.MEMBER_NOT_FOUND, EtcdError.NOT_A_LEARNER)
              .contains(refused.error());
      case CallOutcome.Unknown unknown -> false;
      case CallOutcome.NotReached notReached -> false;
    };
  }

  /** Told what came of it; nothing is told after the deadline, for nobody listens. */
  private void propose(Payload change, long deadline, Consumer<Optional<String>> done) {
    server.calls.proposals.propose(
        change,
        Math.max(deadline, server.now()) + 1,
        error -> {
          if (error.filter(EtcdError.TIMEOUT::equals).isEmpty()) {
            done.accept(error);
          }
        });
  }

  private CallOutcome changed(Optional<String> error) {
    return error
        .<CallOutcome>map(CallOutcome.Refused::new)
        .orElseGet(() -> new CallOutcome.Answered(new Answer.Changed(server.calls.members())));
  }

  private long request() {
    return server.process.world().nextId();
  }
}
