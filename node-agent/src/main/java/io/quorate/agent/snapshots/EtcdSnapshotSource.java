package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.SnapshotClient;
import io.quorate.agent.etcd.TlsFiles;
import io.quorate.agent.port.Reply;
import io.quorate.state.MemberStatus;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** {@link SnapshotSource} over etcd's API. */
public final class EtcdSnapshotSource implements SnapshotSource {
  /** etcd reads all its keys for a hash. */
  private static final Duration HASH_DEADLINE = Duration.ofMinutes(5);

  private final SnapshotClient client;
  private final String clientUrl;

  /** The etcd at this client URL. */
  public EtcdSnapshotSource(String clientUrl, Optional<TlsFiles> tls) {
    this.client = new SnapshotClient(tls);
    this.clientUrl = clientUrl;
  }

  @Override
  public Reply<MemberStatus> status() {
    return client.status(clientUrl);
  }

  @Override
  public Reply<Long> linearizableRead() {
    return client.linearizableRead(clientUrl);
  }

  @Override
  public Reply<SnapshotClient.Hash> hashKv(long revision) {
    return client.hashKv(clientUrl, revision, HASH_DEADLINE);
  }

  @Override
  public InputStream snapshot() {
    return client.snapshot(clientUrl);
  }

  @Override
  public void close() {
    client.close();
  }
}
