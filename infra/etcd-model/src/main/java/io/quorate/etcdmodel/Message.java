package io.quorate.etcdmodel;

import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/** A raft message between members; fields a kind does not use are zero or empty. */
record Message(
    Kind kind,
    MemberId from,
    MemberId to,
    long term,
    long logTerm,
    long index,
    long commit,
    List<Entry> entries,
    boolean reject,
    long hint,
    long context,
    Optional<RaftSnapshot> snapshot) {
  enum Kind {
    APPEND,
    APPEND_REPLY,
    HEARTBEAT,
    HEARTBEAT_REPLY,
    VOTE,
    VOTE_REPLY,
    PRE_VOTE,
    PRE_VOTE_REPLY,
    SNAPSHOT,
    TIMEOUT_NOW,
    PROPOSE,
    READ_INDEX,
    READ_INDEX_REPLY,
    TRANSFER
  }

  static Message of(Kind kind, MemberId from, MemberId to) {
    return new Message(kind, from, to, 0, 0, 0, 0, List.of(), false, 0, 0, Optional.empty());
  }

  Message term(long value) {
    return new Message(
        kind, from, to, value, logTerm, index, commit, entries, reject, hint, context, snapshot);
  }

  Message at(long atLogTerm, long atIndex) {
    return new Message(
        kind, from, to, term, atLogTerm, atIndex, commit, entries, reject, hint, context, snapshot);
  }

  Message commit(long value) {
    return new Message(
        kind, from, to, term, logTerm, index, value, entries, reject, hint, context, snapshot);
  }

  Message entries(List<Entry> value) {
    return new Message(
        kind,
        from,
        to,
        term,
        logTerm,
        index,
        commit,
        List.copyOf(value),
        reject,
        hint,
        context,
        snapshot);
  }

  Message refused(long value) {
    return new Message(
        kind, from, to, term, logTerm, index, commit, entries, true, value, context, snapshot);
  }

  Message context(long value) {
    return new Message(
        kind, from, to, term, logTerm, index, commit, entries, reject, hint, value, snapshot);
  }

  Message snapshot(RaftSnapshot value) {
    return new Message(
        kind,
        from,
        to,
        term,
        logTerm,
        index,
        commit,
        entries,
        reject,
        hint,
        context,
        Optional.of(value));
  }

  Message to(MemberId value) {
    return new Message(
        kind, from, value, term, logTerm, index, commit, entries, reject, hint, context, snapshot);
  }
}
