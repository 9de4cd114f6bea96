package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** What a raft leader does: replicate, commit, confirm reads, hand over, step down unheard. */
final class LeaderStep {
  private final Raft raft;
  private final Replication replication;
  private final ReadIndex reads;
  private Optional<MemberId> transferee = Optional.empty();
  private long pendingChange;
  private long heartbeatDue;
  private long quorumCheckDue;

  LeaderStep(Raft raft) {
    this.raft = raft;
    this.replication = new Replication(raft);
    this.reads = new ReadIndex(raft, replication);
  }

  /** What is known of each member's log. */
  SortedMap<MemberId, Progress> progress() {
    return replication.progress;
  }

  void reset(long now) {
    progress().clear();
    reads.reset();
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
    progress().values().forEach(p -> p.recentlyActive = false);
    pendingChange = raft.disk.log.lastIndex();
    append(new Payload.Nothing());
    replication.broadcast();
  }

  void tick(long now) {
    if (now >= quorumCheckDue) {
      quorumCheckDue = now + raft.timing.electionMillis();
      if (!raft.voting.quorum(m -> m.equals(raft.id) || replication.active(m))) {
        raft.becomeFollower(raft.term(), Optional.empty(), now);
        return;
      }
      progress().values().forEach(p -> p.recentlyActive = false);
      transferee = Optional.empty();
    }
    if (now >= heartbeatDue) {
      heartbeatDue = now + raft.timing.heartbeatMillis();
      replication.heartbeat(reads.context());
    }
  }

  /** Follows a change of the configuration. */
  void changed() {
    replication.follow();
    if (transferee.filter(t -> !raft.voting.voters().contains(t)).isPresent()) {
      transferee = Optional.empty();
    }
    if (maybeCommit()) {
      replication.broadcast();
    } else {
      replication.others().forEach(m -> replication.append(m, false));
    }
  }

  private void append(Payload payload) {
    RaftLog log = raft.disk.log;
    log.append(List.of(new Entry(raft.term(), log.lastIndex() + 1, payload)));
    raft.saved();
    Optional.ofNullable(progress().get(raft.id)).ifPresent(p -> p.update(log.lastIndex()));
    maybeCommit();
  }

  private boolean maybeCommit() {
    if (raft.voting.voters().isEmpty()) {
      return false;
    }
    long index = replication.majority();
    if (index > raft.committed && raft.disk.log.matches(index, raft.term())) {
      raft.commitTo(index);
      return true;
    }
    return false;
  }

  /** Takes a proposal; whether it was accepted. */
  boolean propose(Payload payload) {
    if (!progress().containsKey(raft.id) || transferee.isPresent()) {
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
    replication.broadcast();
    return true;
  }

  void step(Message m, long now) {
    switch (m.kind()) {
      case PROPOSE -> m.entries().forEach(e -> propose(e.payload()));
      case READ_INDEX -> read(m);
      case TRANSFER -> transfer(new MemberId(m.context()), now);
      case APPEND_REPLY -> known(m).ifPresent(p -> appended(m, p));
      case HEARTBEAT_REPLY ->
          known(m)
              .ifPresent(
                  p -> {
                    replication.heard(m, p);
                    reads.heard(m);
                  });
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

  /** How the raft snapshot went that was sent to a member: after it, the leader asks anew. */
  void snapshotSent(MemberId to, boolean taken) {
    Optional.ofNullable(progress().get(to))
        .filter(p -> raft.leads() && p.state == Progress.State.SNAPSHOT)
        .ifPresent(p -> p.snapshotSent(taken));
  }

  private Optional<Progress> known(Message m) {
    return Optional.ofNullable(progress().get(m.from()));
  }

  private void appended(Message m, Progress p) {
    p.recentlyActive = true;
    if (m.reject()) {
      replication.rejected(m, p);
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
      reads.release();
      replication.broadcast();
    } else if (wasPaused) {
      replication.append(m.from(), true);
    }
    while (replication.append(m.from(), false)) {
      // As many batches as there are: each moves next on.
    }
    if (transferee.equals(Optional.of(m.from())) && p.match == raft.disk.log.lastIndex()) {
      raft.send(Message.of(Message.Kind.TIMEOUT_NOW, raft.id, m.from()));
    }
  }

  void read(Message m) {
    reads.read(m);
  }

  /** Hands the leadership to a voter. */
  void transfer(MemberId to, long now) {
    Progress p = progress().get(to);
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
      replication.append(to, true);
    }
  }
}
