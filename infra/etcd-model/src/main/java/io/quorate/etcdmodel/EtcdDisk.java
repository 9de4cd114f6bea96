package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.Optional;

/**
 * What etcd has on disk. Entries, term and vote are synced before anything is sent; a commit index
 * alone is not (it waits in a buffer until the next sync), and the key store is synced every 100
 * ms.
 */
final class EtcdDisk {
  static final long BACKEND_BATCH_MILLIS = 100;

  final EtcdClusterId clusterId;
  final MemberId memberId;
  final RaftLog log;
  long term;
  Optional<MemberId> vote = Optional.empty();
  long savedCommit;
  long backendIndex;
  long freeBytes;

  /** How often the key store was defragmented: into another file each time. */
  long defragmented;

  /** What a compaction dropped and has not freed yet. */
  long pendingBytes;

  private long dirtyIndex;
  private long dirtySince = Long.MAX_VALUE;

  EtcdDisk(EtcdClusterId clusterId, MemberId memberId, RaftLog log) {
    this.clusterId = clusterId;
    this.memberId = memberId;
    this.log = log;
  }

  EtcdDisk copy() {
    EtcdDisk copy = new EtcdDisk(clusterId, memberId, log.copy());
    copy.term = term;
    copy.vote = vote;
    copy.savedCommit = savedCommit;
    copy.backendIndex = backendIndex;
    copy.freeBytes = freeBytes;
    copy.defragmented = defragmented;
    copy.pendingBytes = pendingBytes;
    return copy;
  }

  /** The key store has applied an entry, at a time. */
  void applied(long index, long now) {
    batchDone(now);
    dirtyIndex = index;
    dirtySince = Math.min(dirtySince, now);
  }

  /** Time passes: what is older than a batch is on disk. */
  void batchDone(long now) {
    if (dirtySince != Long.MAX_VALUE && now - dirtySince >= BACKEND_BATCH_MILLIS) {
      flush();
    }
  }

  /** A clean stop writes everything. */
  void flush() {
    backendIndex = Math.max(backendIndex, dirtyIndex);
    dirtySince = Long.MAX_VALUE;
  }

  /** The process died: what was not written is gone. */
  void lost(long now) {
    batchDone(now);
    dirtyIndex = backendIndex;
    dirtySince = Long.MAX_VALUE;
  }
}
