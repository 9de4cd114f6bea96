package io.quorate.etcdmodel;

import java.util.List;
import java.util.Optional;

/** Raft's handling of messages, and what followers do. */
final class FollowerStep {
  private final Raft raft;
  private final Ballot ballot;

  FollowerStep(Raft raft) {
    this.raft = raft;
    this.ballot = new Ballot(raft);
  }

  void step(Message m, long now) {
    if (m.term() > raft.term() && !ballot.newerTerm(m, now)) {
      return;
    }
    if (m.term() != 0 && m.term() < raft.term()) {
      ballot.olderTerm(m);
      return;
    }
    if (m.kind() == Message.Kind.VOTE || m.kind() == Message.Kind.PRE_VOTE) {
      ballot.vote(m, now);
      return;
    }
    switch (raft.role) {
      case LEADER -> raft.leading.step(m, now);
      case CANDIDATE, PRE_CANDIDATE -> candidate(m, now);
      case FOLLOWER -> follower(m, now);
    }
  }

  private void candidate(Message m, long now) {
    boolean fromLeader =
        m.kind() == Message.Kind.APPEND
            || m.kind() == Message.Kind.HEARTBEAT
            || m.kind() == Message.Kind.SNAPSHOT;
    if (!ballot.counted(m, now) && fromLeader) {
      raft.becomeFollower(m.term(), Optional.of(m.from()), now);
      follower(m, now);
    }
  }

  private void follower(Message m, long now) {
    switch (m.kind()) {
      case APPEND -> {
        follow(m, now);
        append(m);
      }
      case HEARTBEAT -> {
        follow(m, now);
        raft.commitTo(m.commit());
        raft.send(Message.of(Message.Kind.HEARTBEAT_REPLY, raft.id, m.from()).context(m.context()));
      }
      case SNAPSHOT -> {
        follow(m, now);
        m.snapshot().ifPresent(snapshot -> restore(m, snapshot));
      }
      case TIMEOUT_NOW -> {
        if (raft.promotable()) {
          raft.election.campaign(Raft.Role.CANDIDATE, true, now);
        }
      }
      case PROPOSE, READ_INDEX, TRANSFER -> raft.lead.ifPresent(l -> raft.send(m.to(l)));
      case READ_INDEX_REPLY -> raft.reads.add(new Raft.ReadState(m.context(), m.index()));
      case APPEND_REPLY, HEARTBEAT_REPLY, VOTE, VOTE_REPLY, PRE_VOTE, PRE_VOTE_REPLY -> {}
    }
  }

  private void follow(Message m, long now) {
    raft.election.heardFromLeader(now);
    raft.lead = Optional.of(m.from());
  }

  private void append(Message m) {
    Message reply = Message.of(Message.Kind.APPEND_REPLY, raft.id, m.from());
    if (m.index() < raft.committed) {
      raft.send(reply.at(0, raft.committed));
      return;
    }
    RaftLog log = raft.disk.log;
    if (!log.matches(m.index(), m.logTerm())) {
      long hint = log.lastAtMost(m.index(), m.logTerm());
      raft.send(reply.at(log.term(hint).orElse(0L), m.index()).refused(hint));
      return;
    }
    refuseConflictWithCommitted(m.entries());
    long before = log.lastIndex();
    boolean news = m.entries().stream().anyMatch(e -> !log.matches(e.index(), e.term()));
    log.append(m.entries());
    if (news || log.lastIndex() != before) {
      raft.saved();
    }
    long last = m.index() + m.entries().size();
    raft.commitTo(Math.min(m.commit(), last));
    raft.send(reply.at(0, last));
  }

  private void refuseConflictWithCommitted(List<Entry> entries) {
    for (Entry e : entries) {
      if (!raft.disk.log.matches(e.index(), e.term())) {
        if (e.index() <= raft.committed) {
          throw new RaftPanic(
              "entry %d conflict with committed entry [committed(%d)]"
                  .formatted(e.index(), raft.committed));
        }
        return;
      }
    }
  }

  private void restore(Message m, RaftSnapshot snapshot) {
    Message reply = Message.of(Message.Kind.APPEND_REPLY, raft.id, m.from());
    RaftLog log = raft.disk.log;
    if (snapshot.index() > raft.committed && snapshot.voting().has(raft.id)) {
      if (log.matches(snapshot.index(), snapshot.term())) {
        raft.commitTo(snapshot.index());
      } else {
        log.restore(snapshot);
        raft.restored(snapshot);
        raft.saved();
        raft.send(reply.at(0, log.lastIndex()));
        return;
      }
    }
    raft.send(reply.at(0, raft.committed));
  }
}
