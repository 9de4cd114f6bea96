package io.quorate.agent.wal;

import java.util.List;

/**
 * A readable WAL. Directories of one generation rank by (lastTerm, lastIndex), never by revision.
 *
 * @param metadata who wrote it
 * @param lastTerm term of the last entry, or of the last snapshot when that is newer
 * @param lastIndex index of the last entry, or of the last snapshot when that is newer; entries
 *     past the commit count
 * @param hardState the last one, all zero before the first election
 * @param snapshot the last snapshot record; index 0 in a directory that never compacted its log
 * @param tail whether the last write was complete
 */
public record WalSummary(
    Metadata metadata,
    long lastTerm,
    long lastIndex,
    HardState hardState,
    Snapshot snapshot,
    Tail tail)
    implements WalResult {

  /** The raw ids in the metadata record, which heads every segment. */
  public record Metadata(long memberId, long clusterId) {}

  /** Raft's durable promises. */
  public record HardState(long term, long vote, long commit) {
    static final HardState NONE = new HardState(0, 0, 0);
  }

  /** A snapshot record: where the log may begin, and the membership there. */
  public record Snapshot(long index, long term, List<Long> voters, List<Long> learners) {
    static final Snapshot NONE = new Snapshot(0, 0, List.of(), List.of());

    public Snapshot {
      voters = List.copyOf(voters);
      learners = List.copyOf(learners);
    }
  }

  /** How the log ends. */
  public enum Tail {
    /** On a whole record. */
    CLEAN,
    /** In the middle of a record, as after a crash: etcd drops that record when it starts. */
    TORN
  }
}
