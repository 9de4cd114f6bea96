package io.quorate.agent.directory;

import io.quorate.agent.wal.WalSummary;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;

/** What was found where a data directory is expected. Only {@link Present} may serve again. */
public sealed interface DirectoryInspection {
  /** No such folder. */
  record Absent() implements DirectoryInspection {}

  /** The folder and its nonce are there; etcd never wrote into it. */
  record Empty(String nonce) implements DirectoryInspection {}

  /**
   * etcd wrote here. Whether it is the directory that the journal means is for the caller to
   * compare: nonce, cluster id and member id (I11).
   *
   * @param dbPresent whether the key-value file exists; without it etcd replays the WAL alone
   * @param identity of the folder, to notice its replacement later
   */
  record Present(
      String nonce,
      EtcdClusterId clusterId,
      MemberId memberId,
      WalSummary wal,
      boolean dbPresent,
      DirectoryIdentity identity)
      implements DirectoryInspection {
    /** Term of the last entry in the WAL. */
    public long lastTerm() {
      return wal.lastTerm();
    }

    /** Index of the last entry in the WAL, committed or not. */
    public long lastIndex() {
      return wal.lastIndex();
    }
  }

  /** Something is there that etcd must not be started on; says what. */
  record Damaged(String detail) implements DirectoryInspection {}
}
