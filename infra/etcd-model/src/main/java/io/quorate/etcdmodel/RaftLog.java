package io.quorate.etcdmodel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A raft log as it is on disk: the snapshot it begins at, and the entries after it. */
final class RaftLog {
  private RaftSnapshot base;
  private final List<Entry> entries;
  private long received;
  private long offset;
  private long offsetTerm;

  RaftLog() {
    this(RaftSnapshot.NONE, List.of());
  }

  RaftLog(RaftSnapshot base, List<Entry> entries) {
    this.base = base;
    this.entries = new ArrayList<>(entries);
    this.offset = base.index();
    this.offsetTerm = base.term();
  }

  /** How often it started anew at a leader's snapshot. */
  long received() {
    return received;
  }

  RaftLog copy() {
    RaftLog copy = new RaftLog(base, entries);
    copy.offset = offset;
    copy.offsetTerm = offsetTerm;
    copy.received = received;
    return copy;
  }

  RaftSnapshot base() {
    return base;
  }

  /** A byte of the key store that it begins at changes on the disk. */
  void changeByte(long by) {
    Applied state = base.state().copy();
    state.changeByte(by);
    base = new RaftSnapshot(base.index(), base.term(), base.voting(), state);
  }

  long lastIndex() {
    return offset + entries.size();
  }

  long lastTerm() {
    return entries.isEmpty() ? offsetTerm : entries.get(entries.size() - 1).term();
  }

  /** The term of an index; empty before the log's beginning and after its end. */
  Optional<Long> term(long index) {
    if (index == offset) {
      return Optional.of(offsetTerm);
    }
    if (index < offset || index > lastIndex()) {
      return Optional.empty();
    }
    return Optional.of(at(index).term());
  }

  boolean matches(long index, long term) {
    return term(index).filter(t -> t == term).isPresent();
  }

  Entry at(long index) {
    return entries.get((int) (index - offset - 1));
  }

  /** The entries from..to, both included, as far as the log has them. */
  List<Entry> slice(long from, long to) {
    long first = Math.max(from, offset + 1);
    long last = Math.min(to, lastIndex());
    return first > last
        ? List.of()
        : List.copyOf(entries.subList((int) (first - offset - 1), (int) (last - offset)));
  }

  /** Appends, dropping what conflicts. */
  void append(List<Entry> more) {
    for (Entry entry : more) {
      if (entry.index() <= lastIndex()) {
        if (at(entry.index()).term() == entry.term()) {
          continue;
        }
        entries.subList((int) (entry.index() - offset - 1), entries.size()).clear();
      }
      entries.add(entry);
    }
  }

  /** Drops the entries after an index. */
  void truncateAfter(long index) {
    if (index < lastIndex()) {
      entries.subList((int) Math.max(0, index - offset), entries.size()).clear();
    }
  }

  /** Starts anew at a leader's snapshot. */
  void restore(RaftSnapshot snapshot) {
    received++;
    base = snapshot;
    offset = snapshot.index();
    offsetTerm = snapshot.term();
    entries.clear();
  }

  /** Takes a snapshot as the beginning, keeping some entries before it for those who lag. */
  void compact(RaftSnapshot at, long keep) {
    long first = Math.max(offset, at.index() - keep);
    offsetTerm = term(first).orElse(offsetTerm);
    entries.subList(0, (int) (first - offset)).clear();
    offset = first;
    base = at;
  }

  /** The last index at or before this one whose term is at most this one. */
  long lastAtMost(long index, long term) {
    long found = Math.min(index, lastIndex());
    while (found > offset && at(found).term() > term) {
      found--;
    }
    return found;
  }

  /** Whether a log that ends there is at least as new. */
  boolean isUpToDate(long index, long term) {
    return term > lastTerm() || (term == lastTerm() && index >= lastIndex());
  }
}
