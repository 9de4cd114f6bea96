package io.quorate.etcdmodel;

import io.quorate.auth.AccessMode;
import io.quorate.auth.KeyRange;
import io.quorate.model.MemberId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** How the server answers clients: what waits for raft, for a read index, for a leader. */
final class ClientCalls {
  private static final long PUBLISH_RETRY_MILLIS = 500;
  private static final long LEADER_POLL_MILLIS = 50;
  private static final KeyRange ALL = KeyRange.prefix("");

  private final Server server;
  final Proposals proposals;
  final Reads reads;
  private final Deque<Runnable> unserved = new ArrayDeque<>();
  private boolean published;

  ClientCalls(Server server) {
    this.server = server;
    this.proposals = new Proposals(server);
    this.reads = new Reads(server);
  }

  /** Whether name and client URL are known to the cluster since this start. */
  boolean published() {
    return published;
  }

  private EtcdWorld world() {
    return server.process.world();
  }

  private long patience() {
    return server.process.spec().timing().requestMillis();
  }

  /** etcd serves clients only once it has published itself: without a quorum a start never does. */
  void serve(String name, Call call, long deadline, Consumer<CallOutcome> reply) {
    if (!published || server.defragments()) {
      unserved.add(() -> serve(name, call, deadline, reply));
      return;
    }
    if (server.now() > deadline) {
      return;
    }
    if (server.learner() && !forLearners(call)) {
      reply.accept(new CallOutcome.Refused(EtcdError.NOT_FOR_LEARNERS));
      return;
    }
    Caller caller = new Caller(name, server.applied.auth().revision());
    Optional<String> refused = refusesUnasked(caller, call);
    if (refused.isPresent()) {
      reply.accept(new CallOutcome.Refused(refused.get()));
      return;
    }
    switch (call) {
      case Call.Put put -> {
        if (server.pages.full()) {
          reply.accept(new CallOutcome.Refused(EtcdError.NO_SPACE));
          return;
        }
        propose(
            new Payload.Put(world().nextId(), caller, put.key(), put.value()),
            deadline,
            error -> reply.accept(outcome(error, written())));
      }
      case Call.Range range -> {
        if (range.linearizable()) {
          reads.read(
              error -> reply.accept(outcome(error.or(() -> refusesNow(name, range)), keys(range))));
        } else {
          reply.accept(outcome(refusesNow(name, range), keys(range)));
        }
      }
      case Call.Members members -> {
        if (members.linearizable()) {
          reads.read(error -> reply.accept(outcome(error, listed())));
        } else {
          reply.accept(new CallOutcome.Answered(listed()));
        }
      }
      case Call.Add add -> new Reconfiguration(server).add(add, deadline, reply);
      case Call.Remove remove -> new Reconfiguration(server).remove(remove, deadline, reply);
      case Call.Promote promote ->
          new Reconfiguration(server).promote(caller, promote, deadline, reply);
      case Call.Update update -> new Reconfiguration(server).update(update, deadline, reply);
      case Call.MoveLeader move -> moveLeader(move, deadline, reply);
      case Call.Status status -> reply.accept(new CallOutcome.Answered(state()));
      case Call.Defragment defragment ->
          server.defragment(
              defragment.millis(),
              () -> reply.accept(new CallOutcome.Answered(new Answer.Defragmented())));
      case Call.Compact compact ->
          propose(
              new Payload.Compact(world().nextId(), caller, compact.revision()),
              deadline,
              error ->
                  server.pages.whenFreed(
                      () -> reply.accept(outcome(error, new Answer.Compacted()))));
      case Call.DisarmNoSpace disarm -> {
        int raised = server.applied.noSpace().size();
        propose(
            new Payload.DisarmNoSpace(world().nextId()),
            deadline,
            error -> reply.accept(outcome(error, new Answer.Disarmed(raised))));
      }
      case Call.Hash hash -> reply.accept(hashed(hash.revision()));
      case Call.Save save ->
          reply.accept(
              new CallOutcome.Answered(new Answer.Saved(new SavedSnapshot(server.applied))));
      case Call.ChangeAuth change ->
          propose(
              new Payload.ChangeAuth(world().nextId(), caller, change.change(), change.password()),
              deadline,
              error -> reply.accept(outcome(error, new Answer.AuthChanged())));
      case Call.SetPassword set ->
          propose(
              new Payload.SetPassword(world().nextId(), caller, set.user(), set.password()),
              deadline,
              error -> reply.accept(outcome(error, new Answer.AuthChanged())));
      case Call.AuthRevision revision ->
          reply.accept(new CallOutcome.Answered(new Answer.Auth(server.applied.auth())));
      case Call.ReadAuth read ->
          propose(
              new Payload.ReadAuth(world().nextId(), caller, read.read()),
              deadline,
              error -> reply.accept(outcome(error, new Answer.Auth(server.applied.auth()))));
    }
  }

  private void propose(Payload payload, long deadline, Consumer<Optional<String>> done) {
    proposals.propose(payload, Math.min(deadline, server.now() + patience()), done);
  }

  /**
   * Why a member refuses a call by what it has applied itself; of the others raft's log decides, or
   * what a quorum confirms. A login is looked at before, too.
   */
  private Optional<String> refusesUnasked(Caller caller, Call call) {
    AuthStore auth = server.applied.auth();
    return switch (call) {
      case Call.Members members -> auth.refusesStranger(caller);
      case Call.Add add -> auth.refusesAdmin(caller);
      case Call.Remove remove -> auth.refusesAdmin(caller);
      case Call.Promote promote -> auth.refusesAdmin(caller);
      case Call.Update update -> auth.refusesAdmin(caller);
      case Call.MoveLeader move -> auth.refusesAdmin(caller);
      case Call.Status status -> auth.refusesAdmin(caller);
      case Call.DisarmNoSpace disarm -> auth.refusesAdmin(caller);
      case Call.Defragment defragment -> auth.refusesAdmin(caller).map(ClientCalls::ofStore);
      case Call.Hash hash -> auth.refusesAdmin(caller).map(ClientCalls::ofStore);
      case Call.Save save -> auth.refusesAdmin(caller).map(ClientCalls::ofStore);
      case Call.ReadAuth(AuthRead.Login login) -> auth.refusesLogin(login.user(), login.password());
      case Call.ReadAuth read -> Optional.empty();
      case Call.AuthRevision revision -> Optional.empty();
      case Call.Put put -> Optional.empty();
      case Call.Range range -> Optional.empty();
      case Call.Compact compact -> Optional.empty();
      case Call.ChangeAuth change -> Optional.empty();
      case Call.SetPassword set -> Optional.empty();
    };
  }

  /** Some services pass the store's own words on. */
  private static String ofStore(String words) {
    return words.replace("etcdserver: ", "auth: ");
  }

  /** By what is applied when it is answered. */
  private Optional<String> refusesNow(String name, Call.Range range) {
    AuthStore auth = server.applied.auth();
    return auth.refuses(new Caller(name, auth.revision()), range.range(), AccessMode.READ);
  }

  private static boolean forLearners(Call call) {
    return switch (call) {
      case Call.Range range -> !range.linearizable();
      case Call.Status status -> true;
      case Call.Save save -> true;
      case Call.Hash hash -> true;
      case Call.Defragment defragment -> true;
      case Call.Compact compact -> false;
      case Call.DisarmNoSpace disarm -> false;
      case Call.Put put -> false;
      case Call.Members members -> false;
      case Call.Add add -> false;
      case Call.Remove remove -> false;
      case Call.Promote promote -> false;
      case Call.Update update -> false;
      case Call.MoveLeader move -> false;
      case Call.ChangeAuth change -> false;
      case Call.SetPassword set -> false;
      case Call.ReadAuth read -> false;
      case Call.AuthRevision revision -> true;
    };
  }

  private static CallOutcome outcome(Optional<String> error, Answer answer) {
    return error
        .<CallOutcome>map(CallOutcome.Refused::new)
        .orElseGet(() -> new CallOutcome.Answered(answer));
  }

  private Answer written() {
    return new Answer.Written(server.disk.clusterId, server.applied.revision());
  }

  private CallOutcome hashed(long revision) {
    if (revision > server.applied.revision()) {
      return new CallOutcome.Refused(EtcdError.FUTURE_REVISION);
    }
    long compacted = server.applied.compacted();
    return revision < compacted
        ? new CallOutcome.Refused(EtcdError.COMPACTED)
        : new CallOutcome.Answered(
            new Answer.Hashed(server.disk.memberId, server.applied.digestAt(revision), compacted));
  }

  private Answer keys(Call.Range range) {
    return new Answer.Keys(
        server.disk.clusterId,
        server.applied.revision(),
        range.range().equals(ALL)
            ? new HashSet<>(server.applied.keys().keySet())
            : server.applied.keys().keySet().stream()
                .filter(range.range()::contains)
                .collect(Collectors.toCollection(HashSet::new)));
  }

  List<Member> members() {
    return List.copyOf(server.applied.members().values());
  }

  private Answer listed() {
    return new Answer.Listed(server.disk.clusterId, server.disk.memberId, members());
  }

  private Answer state() {
    if (!server.applied.members().containsKey(server.disk.memberId)) {
      // In the second between its removal and its stop, etcd dies of being asked.
      throw new RaftPanic("failed to find local ID in cluster members");
    }
    return new Answer.State(
        server.disk.clusterId,
        server.disk.memberId,
        server.raft.lead,
        server.learner(),
        server.applied.revision(),
        server.raft.term(),
        server.raft.committed,
        server.raft.applied,
        server.applied.digest(),
        server.pages.sizeBytes(),
        server.pages.inUseBytes(),
        server.applied.noSpace().stream()
            .map(member -> "memberID:" + Long.toUnsignedString(member.bits()) + " alarm:NOSPACE ")
            .toList());
  }

  /** What came while nothing was answered. */
  void serveWaiting() {
    List<Runnable> waiting = List.copyOf(unserved);
    unserved.clear();
    waiting.forEach(Runnable::run);
  }

  /** There is a leader now, or another one. */
  void leaderChanged() {
    reads.leaderChanged();
    proposals.leaderChanged();
  }

  /** Publishes name and client URL, again and again until it is applied. */
  void publish() {
    if (!published) {
      ProcessSpec spec = server.process.spec();
      proposals.propose(
          new Payload.Attributes(
              world().nextId(), server.disk.memberId, spec.name(), spec.clientUrl()),
          server.now() + patience(),
          error -> {
            if (error.isEmpty()) {
              published = true;
              serveWaiting();
            } else {
              world()
                  .at(
                      server.now() + PUBLISH_RETRY_MILLIS,
                      () -> server.process.whenAwake(this::publish));
            }
          });
    }
  }

  private void moveLeader(Call.MoveLeader move, long deadline, Consumer<CallOutcome> reply) {
    Member to = server.applied.members().get(move.to());
    if (!server.raft.leads()) {
      reply.accept(new CallOutcome.Refused(EtcdError.NOT_LEADER));
    } else if (to == null || to.learner()) {
      reply.accept(new CallOutcome.Refused(EtcdError.BAD_TRANSFEREE));
    } else {
      server.raft.leading.transfer(move.to(), server.now());
      awaitLeader(
          move.to(),
          deadline,
          moved ->
              reply.accept(
                  moved
                      ? new CallOutcome.Answered(new Answer.Moved())
                      : new CallOutcome.Refused(EtcdError.TRANSFER_TIMEOUT)));
    }
  }

  /** Waits until this member follows (or is) that leader; false when it is out of time. */
  void awaitLeader(MemberId wanted, long giveUpAt, Consumer<Boolean> then) {
    if (server.raft.lead.equals(Optional.of(wanted))) {
      then.accept(true);
    } else if (server.now() >= giveUpAt) {
      then.accept(false);
    } else {
      world()
          .at(
              server.now() + LEADER_POLL_MILLIS,
              () -> server.process.whenAwake(() -> awaitLeader(wanted, giveUpAt, then)));
    }
  }
}
