package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.SnapshotClient;
import io.quorate.agent.port.Reply;
import io.quorate.state.MemberStatus;
import java.io.InputStream;

/** The node's own etcd, as a snapshot is taken of it; opened for a task and closed after it. */
public interface SnapshotSource extends AutoCloseable {
  /** Its status. */
  Reply<MemberStatus> status();

  /** Reads through a quorum; the newest revision. */
  Reply<Long> linearizableRead();

  /** HashKV at a revision, 0 for the newest. */
  Reply<SnapshotClient.Hash> hashKv(long revision);

  /** Begins a snapshot; etcd sends it no faster than it is read. */
  InputStream snapshot();

  @Override
  void close();
}
