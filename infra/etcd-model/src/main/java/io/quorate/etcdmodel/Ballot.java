package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.Optional;

/** Raft's terms and votes, as messages bring them. */
final class Ballot {
  private final Raft raft;

  Ballot(Raft raft) {
    this.raft = raft;
  }

  /** A message of a newer term; whether it is to be handled. */
  boolean newerTerm(Message m, long now) {
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

  void olderTerm(Message m) {
    if (m.kind() == Message.Kind.HEARTBEAT || m.kind() == Message.Kind.APPEND) {
      raft.send(Message.of(Message.Kind.APPEND_REPLY, raft.id, m.from()));
    } else if (m.kind() == Message.Kind.PRE_VOTE) {
      raft.send(Message.of(Message.Kind.PRE_VOTE_REPLY, raft.id, m.from()).refused(0));
    }
  }

  void vote(Message m, long now) {
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
        raft.election.heardFromLeader(now);
        raft.disk.vote = Optional.of(m.from());
        raft.saved();
      }
    } else {
      raft.send(reply.refused(0));
    }
  }

  /** A vote for this member, or against it, where it asked for one. */
  boolean counted(Message m, long now) {
    Message.Kind mine =
        raft.role == Raft.Role.PRE_CANDIDATE
            ? Message.Kind.PRE_VOTE_REPLY
            : Message.Kind.VOTE_REPLY;
    if (m.kind() != mine) {
      return false;
    }
    raft.election.votes.putIfAbsent(m.from(), !m.reject());
    if (raft.voting.quorum(v -> raft.election.votes.getOrDefault(v, false))) {
      raft.election.won(now);
    } else if (lost()) {
      raft.becomeFollower(raft.term(), Optional.empty(), now);
    }
    return true;
  }

  private boolean lost() {
    long still =
        raft.voting.voters().stream()
            .filter(v -> raft.election.votes.getOrDefault(v, true))
            .count();
    return still * 2 <= raft.voting.voters().size();
  }
}
