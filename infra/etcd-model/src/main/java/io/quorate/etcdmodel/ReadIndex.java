package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A leader's reads: each is confirmed by a quorum that still hears it. */
final class ReadIndex {
  private final Raft raft;
  private final Replication replication;
  private final Map<Long, Read> unconfirmed = new LinkedHashMap<>();
  private final List<Message> waiting = new ArrayList<>();

  private record Read(Message asked, long index, Set<MemberId> acks) {}

  ReadIndex(Raft raft, Replication replication) {
    this.raft = raft;
    this.replication = replication;
  }

  void reset() {
    unconfirmed.clear();
    waiting.clear();
  }

  /** What the next heartbeat carries: the latest read that is not confirmed, or zero. */
  long context() {
    return unconfirmed.keySet().stream().reduce((a, b) -> b).orElse(0L);
  }

  void read(Message m) {
    if (raft.voting.voters().equals(Set.of(raft.id))) {
      reply(m, raft.committed);
    } else if (!raft.disk.log.matches(raft.committed, raft.term())) {
      waiting.add(m);
    } else {
      Set<MemberId> acks = new TreeSet<>(Set.of(raft.id));
      unconfirmed.put(m.context(), new Read(m, raft.committed, acks));
      replication.heartbeat(m.context());
    }
  }

  /** A member answered a heartbeat. */
  void heard(Message m) {
    Read read = unconfirmed.get(m.context());
    if (read != null) {
      read.acks().add(m.from());
      if (raft.voting.quorum(read.acks()::contains)) {
        confirmUpTo(m.context());
      }
    }
  }

  private void confirmUpTo(long context) {
    for (Long each : List.copyOf(unconfirmed.keySet())) {
      answer(unconfirmed.get(each));
      unconfirmed.remove(each);
      if (each == context) {
        return;
      }
    }
  }

  private void answer(@org.jspecify.annotations.Nullable Read read) {
    if (read != null) {
      reply(read.asked(), read.index());
    }
  }

  private void reply(Message asked, long index) {
    if (asked.from().equals(raft.id)) {
      raft.reads.add(new Raft.ReadState(asked.context(), index));
    } else {
      raft.send(
          Message.of(Message.Kind.READ_INDEX_REPLY, raft.id, asked.from())
              .at(0, index)
              .context(asked.context()));
    }
  }

  /** The leader has committed in its own term: what waited for that is read. */
  void release() {
    if (raft.disk.log.matches(raft.committed, raft.term())) {
      List<Message> now = List.copyOf(waiting);
      waiting.clear();
      now.forEach(this::read);
    }
  }
}
