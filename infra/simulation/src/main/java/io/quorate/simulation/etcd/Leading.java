package io.quorate.simulation.etcd;

import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a raft leader does: replicate, commit, confirm reads, hand over, step down unheard. */
final class Leading {
  private static final int BATCH = 64;
  private final Raft raft;
  final SortedMap<MemberId, Progress> progress = new TreeMap<>();
  private final Map<Long, Read> unconfirmed = new LinkedHashMap<>();
  private final List<Message> waitingReads = new ArrayList<>();
  private Optional<MemberId> transferee = Optional.empty();
  private long pendingChange;
  private long heartbeatDue;
  private long quorumCheckDue;

  private record Read(Message asked, long index, Set<MemberId> acks) {}

  Leading(Raft raft) {
    this.raft = raft;
  }

  void reset(long now) {
    progress.clear();
    unconfirmed.clear();
    waitingReads.clear();
    transferee = Optional.empty();
    heartbeatDue = now + raft.timing.heartbeatMillis();
    quorumCheckDue = now + raft.timing.electionMillis();
  }

  void shift(long by) {
    heartbeatDue += by;
    quorumCheckDue += by;
  }

  long due() {
    return Math.min(heartbeatDue, quorumCheckDue);
  }

  void begin(long now) {
    reset(now);
    changed();
    progress.values().forEach(p -> p.recentlyActive = false);
    pendingChange = raft.disk.log.lastIndex();
    append(new Payload.Nothing());
    broadcast();
  }

  void tick(long now) {
    if (now >= quorumCheckDue) {
      quorumCheckDue = now + raft.timing.electionMillis();
      if (!raft.voting.quorum(m -> m.equals(raft.id) || active(m))) {
        raft.becomeFollower(raft.term(), Optional.empty(), now);
        return;
      }
      progress.values().forEach(p -> p.recentlyActive = false);
      transferee = Optional.empty();
    }
    if (now >= heartbeatDue) {
      heartbeatDue = now + raft.timing.heartbeatMillis();
      heartbeat(unconfirmed.keySet().stream().reduce((a, b) -> b).orElse(0L));
    }
  }

  private boolean active(MemberId member) {
    Progress known = progress.get(member);
    return known != null && known.recentlyActive;
  }

  /** Follows a change of the configuration. */
  void changed() {
    progress.keySet().removeIf(m -> !raft.voting.has(m));
    long last = raft.disk.log.lastIndex();
    for (MemberId member : raft.voting.all()) {
      if (!progress.containsKey(member)) {
        Progress fresh = new Progress(member.equals(raft.id) ? last : 0, last + 1);
        fresh.recentlyActive = true;
        progress.put(member, fresh);
      }
    }
    if (transferee.filter(t -> !raft.voting.voters().contains(t)).isPresent()) {
      transferee = Optional.empty();
    }
    if (maybeCommit()) {
      broadcast();
    } else {
      others().forEach(m -> append(m, false));
    }
  }

  private List<MemberId> others() {
    return progress.keySet().stream().filter(m -> !m.equals(raft.id)).toList();
  }

  private void append(Payload payload) {
    RaftLog log = raft.disk.log;
    log.append(List.of(new Entry(raft.term(), log.lastIndex() + 1, payload)));
    raft.saved();
    Optional.ofNullable(progress.get(raft.id)).ifPresent(p -> p.update(log.lastIndex()));
    maybeCommit();
  }

  private boolean maybeCommit() {
    if (raft.voting.voters().isEmpty()) {
      return false;
    }
    List<Long> matches =
        raft.voting.voters().stream()
            .map(v -> Optional.ofNullable(progress.get(v)).map(p -> p.match).orElse(0L))
            .sorted()
            .toList();
    long index = matches.get((matches.size() - 1) / 2);
    if (index > raft.committed && raft.disk.log.matches(index, raft.term())) {
      raft.commitTo(index);
      return true;
    }
    return false;
  }

  /** Takes a proposal; whether it was accepted. */
  boolean propose(Payload payload) {
    if (!progress.containsKey(raft.id) || transferee.isPresent()) {
      return false;
    }
    Payload taken = payload;
    if (payload.changesMembership()) {
      if (pendingChange > raft.applied) {
        taken = new Payload.Nothing();
      } else {
        pendingChange = raft.disk.log.lastIndex() + 1;
      }
    }
    append(taken);
    broadcast();
    return true;
  }

  private void broadcast() {
    others().forEach(m -> append(m, true));
  }

  private boolean append(MemberId to, boolean evenEmpty) {
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

  private void heartbeat(long context) {
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

  void step(Message m, long now) {
    switch (m.kind()) {
      case PROPOSE -> m.entries().forEach(e -> propose(e.payload()));
      case READ_INDEX -> read(m);
      case TRANSFER -> transfer(new MemberId(m.context()), now);
      case APPEND_REPLY -> known(m).ifPresent(p -> appended(m, p));
      case HEARTBEAT_REPLY -> known(m).ifPresent(p -> heard(m, p));
      case APPEND,
          HEARTBEAT,
          SNAPSHOT,
          VOTE,
          VOTE_REPLY,
          PRE_VOTE,
          PRE_VOTE_REPLY,
          TIMEOUT_NOW,
          READ_INDEX_REPLY -> {}
    }
  }

  private Optional<Progress> known(Message m) {
    return Optional.ofNullable(progress.get(m.from()));
  }

  private void appended(Message m, Progress p) {
    p.recentlyActive = true;
    if (m.reject()) {
      long next = m.logTerm() > 0 ? raft.disk.log.lastAtMost(m.hint(), m.logTerm()) : m.hint();
      if (p.decrease(m.index(), next)) {
        if (p.state == Progress.State.REPLICATE) {
          p.probe();
        }
        append(m.from(), true);
      }
      return;
    }
    boolean wasPaused = p.paused();
    if (!p.update(m.index())) {
      return;
    }
    if (p.state == Progress.State.PROBE
        || (p.state == Progress.State.SNAPSHOT && p.match >= p.pendingSnapshot)) {
      p.replicate();
    }
    if (maybeCommit()) {
      releaseReads();
      broadcast();
    } else if (wasPaused) {
      append(m.from(), true);
    }
    while (append(m.from(), false)) {
      // As many batches as there are: each moves next on.
    }
    if (transferee.equals(Optional.of(m.from())) && p.match == raft.disk.log.lastIndex()) {
      raft.send(Message.of(Message.Kind.TIMEOUT_NOW, raft.id, m.from()));
    }
  }

  private void heard(Message m, Progress p) {
    p.recentlyActive = true;
    p.probeSent = false;
    if (p.match < raft.disk.log.lastIndex()) {
      if (p.state == Progress.State.REPLICATE) {
        // A message may be lost on the way: etcd's transport reports that, here the next beat asks.
        p.probe();
      }
      append(m.from(), true);
    }
    Read read = unconfirmed.get(m.context());
    if (read != null) {
      read.acks().add(m.from());
      if (raft.voting.quorum(read.acks()::contains)) {
        confirmUpTo(m.context());
      }
    }
  }

  private void confirmUpTo(long context) {
    for (Long waiting : List.copyOf(unconfirmed.keySet())) {
      answer(unconfirmed.get(waiting));
      unconfirmed.remove(waiting);
      if (waiting == context) {
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

  void read(Message m) {
    if (raft.voting.voters().equals(Set.of(raft.id))) {
      reply(m, raft.committed);
    } else if (!raft.disk.log.matches(raft.committed, raft.term())) {
      waitingReads.add(m);
    } else {
      Set<MemberId> acks = new TreeSet<>(Set.of(raft.id));
      unconfirmed.put(m.context(), new Read(m, raft.committed, acks));
      heartbeat(m.context());
    }
  }

  private void releaseReads() {
    if (raft.disk.log.matches(raft.committed, raft.term())) {
      List<Message> now = List.copyOf(waitingReads);
      waitingReads.clear();
      now.forEach(this::read);
    }
  }

  /** Hands the leadership to a voter. */
  void transfer(MemberId to, long now) {
    Progress p = progress.get(to);
    if (p == null || raft.voting.learners().contains(to) || to.equals(raft.id)) {
      return;
    }
    if (transferee.equals(Optional.of(to))) {
      return;
    }
    transferee = Optional.of(to);
    quorumCheckDue = now + raft.timing.electionMillis();
    if (p.match == raft.disk.log.lastIndex()) {
      raft.send(Message.of(Message.Kind.TIMEOUT_NOW, raft.id, to));
    } else {
      append(to, true);
    }
  }
}
