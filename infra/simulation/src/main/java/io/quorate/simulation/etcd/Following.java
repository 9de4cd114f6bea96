package io.quorate.simulation.etcd;

import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/** Raft's handling of messages: terms and votes for everyone, and what followers do. */
final class Following {
  private final Raft raft;

  Following(Raft raft) {
    this.raft = raft;
  }

  void step(Message m, long now) {
    if (m.term() > raft.term() && !newerTerm(m, now)) {
      return;
    }
    if (m.term() != 0 && m.term() < raft.term()) {
      olderTerm(m);
      return;
    }
    if (m.kind() == Message.Kind.VOTE || m.kind() == Message.Kind.PRE_VOTE) {
      vote(m, now);
      return;
    }
    switch (raft.role) {
      case LEADER -> raft.leading.step(m, now);
      case CANDIDATE, PRE_CANDIDATE -> candidate(m, now);
      case FOLLOWER -> follower(m, now);
    }
  }

  private boolean newerTerm(Message m, long now) {
    boolean asksVote = m.kind() == Message.Kind.VOTE || m.kind() == Message.Kind.PRE_VOTE;
    if (asksVote && m.context() == 0 && raft.inLease(now)) {
      return false;
    }
    boolean keepsTerm =
        m.kind() == Message.Kind.PRE_VOTE
            || (m.kind() == Message.Kind.PRE_VOTE_REPLY && !m.reject());
    if (!keepsTerm) {
      boolean fromLeader =
          switch (m.kind()) {
            case APPEND, HEARTBEAT, SNAPSHOT -> true;
            case APPEND_REPLY,
                HEARTBEAT_REPLY,
                VOTE,
                VOTE_REPLY,
                PRE_VOTE,
                PRE_VOTE_REPLY,
                TIMEOUT_NOW,
                PROPOSE,
                READ_INDEX,
                READ_INDEX_REPLY,
                TRANSFER ->
                false;
          };
      raft.becomeFollower(m.term(), fromLeader ? Optional.of(m.from()) : Optional.empty(), now);
    }
    return true;
  }

  private void olderTerm(Message m) {
    if (m.kind() == Message.Kind.HEARTBEAT || m.kind() == Message.Kind.APPEND) {
      raft.send(Message.of(Message.Kind.APPEND_REPLY, raft.id, m.from()));
    } else if (m.kind() == Message.Kind.PRE_VOTE) {
      raft.send(Message.of(Message.Kind.PRE_VOTE_REPLY, raft.id, m.from()).refused(0));
    }
  }

  private void vote(Message m, long now) {
    boolean real = m.kind() == Message.Kind.VOTE;
    Optional<MemberId> vote = raft.disk.vote;
    boolean may =
        vote.equals(Optional.of(m.from()))
            || (vote.isEmpty() && raft.lead.isEmpty())
            || (!real && m.term() > raft.term());
    Message reply =
        Message.of(real ? Message.Kind.VOTE_REPLY : Message.Kind.PRE_VOTE_REPLY, raft.id, m.from());
    if (may && raft.disk.log.isUpToDate(m.index(), m.logTerm())) {
      raft.send(reply.term(m.term()));
      if (real) {
        raft.heardFromLeader(now);
        raft.disk.vote = Optional.of(m.from());
        raft.saved();
      }
    } else {
      raft.send(reply.refused(0));
    }
  }

  private void candidate(Message m, long now) {
    Message.Kind mine =
        raft.role == Raft.Role.PRE_CANDIDATE
            ? Message.Kind.PRE_VOTE_REPLY
            : Message.Kind.VOTE_REPLY;
    if (m.kind() == mine) {
      raft.votes.putIfAbsent(m.from(), !m.reject());
      if (raft.voting.quorum(v -> raft.votes.getOrDefault(v, false))) {
        raft.won(now);
      } else if (lost()) {
        raft.becomeFollower(raft.term(), Optional.empty(), now);
      }
    } else if (m.kind() == Message.Kind.APPEND
        || m.kind() == Message.Kind.HEARTBEAT
        || m.kind() == Message.Kind.SNAPSHOT) {
      raft.becomeFollower(m.term(), Optional.of(m.from()), now);
      follower(m, now);
    }
  }

  private boolean lost() {
    long still =
        raft.voting.voters().stream().filter(v -> raft.votes.getOrDefault(v, true)).count();
    return still * 2 <= raft.voting.voters().size();
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
          raft.campaign(Raft.Role.CANDIDATE, true, now);
        }
      }
      case PROPOSE, READ_INDEX, TRANSFER -> raft.lead.ifPresent(l -> raft.send(m.to(l)));
      case READ_INDEX_REPLY -> raft.reads.add(new Raft.ReadState(m.context(), m.index()));
      case APPEND_REPLY, HEARTBEAT_REPLY, VOTE, VOTE_REPLY, PRE_VOTE, PRE_VOTE_REPLY -> {}
    }
  }

  private void follow(Message m, long now) {
    raft.heardFromLeader(now);
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

  private void restore(Message m, Snapshot snapshot) {
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
