package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** How a leader brings its log to the others, and what it knows of theirs. */
final class Replication {
  private static final int BATCH = 64;
  final SortedMap<MemberId, Progress> progress = new TreeMap<>();
  private final Raft raft;

  Replication(Raft raft) {
    this.raft = raft;
  }

  boolean active(MemberId member) {
    Progress known = progress.get(member);
    return known != null && known.recentlyActive;
  }

  /** Knows the members of the configuration, and nobody else. */
  void follow() {
    progress.keySet().removeIf(m -> !raft.voting.has(m));
    long last = raft.disk.log.lastIndex();
    for (MemberId member : raft.voting.all()) {
      if (!progress.containsKey(member)) {
        Progress fresh = new Progress(member.equals(raft.id) ? last : 0, last + 1);
        fresh.recentlyActive = true;
        progress.put(member, fresh);
      }
    }
  }

  List<MemberId> others() {
    return progress.keySet().stream().filter(m -> !m.equals(raft.id)).toList();
  }

  /** The highest index that a majority has. */
  long majority() {
    List<Long> matches =
        raft.voting.voters().stream()
            .map(v -> Optional.ofNullable(progress.get(v)).map(p -> p.match).orElse(0L))
            .sorted()
            .toList();
    return matches.get((matches.size() - 1) / 2);
  }

  void broadcast() {
    others().forEach(m -> append(m, true));
  }

  boolean append(MemberId to, boolean evenEmpty) {
    Progress p = progress.get(to);
    if (p == null || p.paused()) {
      return false;
    }
    RaftLog log = raft.disk.log;
    Optional<Long> before = log.term(p.next - 1);
    if (before.isEmpty()) {
      if (!p.recentlyActive) {
        return false;
      }
      p.snapshot(log.base().index());
      raft.send(Message.of(Message.Kind.SNAPSHOT, raft.id, to));
      return true;
    }
    List<Entry> entries = log.slice(p.next, p.next + BATCH - 1);
    if (entries.isEmpty() && !evenEmpty) {
      return false;
    }
    raft.send(
        Message.of(Message.Kind.APPEND, raft.id, to)
            .at(before.get(), p.next - 1)
            .entries(entries)
            .commit(raft.committed));
    if (!entries.isEmpty()) {
      if (p.state == Progress.State.REPLICATE) {
        p.next += entries.size();
      } else {
        p.probeSent = true;
      }
    }
    return true;
  }

  void heartbeat(long context) {
    progress.forEach(
        (to, known) -> {
          if (!to.equals(raft.id)) {
            raft.send(
                Message.of(Message.Kind.HEARTBEAT, raft.id, to)
                    .commit(Math.min(known.match, raft.committed))
                    .context(context));
          }
        });
  }

  /** An append was rejected: the next begins further back. */
  void rejected(Message m, Progress p) {
    long next = m.logTerm() > 0 ? raft.disk.log.lastAtMost(m.hint(), m.logTerm()) : m.hint();
    if (p.decrease(m.index(), next)) {
      if (p.state == Progress.State.REPLICATE) {
        p.probe();
      }
      append(m.from(), true);
    }
  }

  /** A member answered a heartbeat: what it lacks follows. */
  void heard(Message m, Progress p) {
    p.recentlyActive = true;
    p.probeSent = false;
    if (p.match < raft.disk.log.lastIndex()) {
      if (p.state == Progress.State.REPLICATE) {
        // A message may be lost on the way: etcd's transport reports that, here the next beat asks.
        p.probe();
      }
      append(m.from(), true);
    }
  }
}
