package io.quorate.etcdmodel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Linearizable reads: asked of the leader again and again, answered once applied so far. */
final class Reads {
  private static final long READ_RETRY_MILLIS = 500;
  private final Server server;
  private final Map<Long, Consumer<Optional<String>>> reads = new LinkedHashMap<>();

  Reads(Server server) {
    this.server = server;
  }

  /** Confirms that this member is up to date with the leader (ReadIndex). */
  void read(Consumer<Optional<String>> done) {
    long context = server.process.world().nextId();
    reads.put(context, done);
    ask(context, server.now() + server.process.spec().timing().requestMillis());
  }

  private void ask(long context, long giveUpAt) {
    if (!reads.containsKey(context)) {
      return;
    }
    if (server.now() >= giveUpAt) {
      finishRead(context, Optional.of(EtcdError.TIMEOUT));
      return;
    }
    Message asking =
        Message.of(Message.Kind.READ_INDEX, server.disk.memberId, server.disk.memberId)
            .context(context);
    if (server.raft.leads()) {
      server.raft.leading.read(asking);
    } else {
      server.raft.lead.ifPresent(l -> server.raft.send(asking.to(l)));
    }
    server
        .process
        .world()
        .at(
            Math.min(giveUpAt, server.now() + READ_RETRY_MILLIS),
            () -> server.process.whenAwake(() -> ask(context, giveUpAt)));
  }

  private void finishRead(long context, Optional<String> error) {
    Consumer<Optional<String>> waiting = reads.remove(context);
    if (waiting != null) {
      waiting.accept(error);
    }
  }

  /** Answers the reads whose index is applied; everything committed is, when this is asked. */
  boolean answer() {
    if (server.raft.reads.isEmpty()) {
      return false;
    }
    List<Raft.ReadState> ready =
        server.raft.reads.stream().filter(r -> r.index() <= server.raft.applied).toList();
    server.raft.reads.removeAll(ready);
    ready.forEach(r -> finishRead(r.context(), Optional.empty()));
    return !ready.isEmpty();
  }

  /** There is a leader now, or another one. */
  void leaderChanged() {
    List.copyOf(reads.keySet()).forEach(r -> finishRead(r, Optional.of(EtcdError.LEADER_CHANGED)));
  }
}
