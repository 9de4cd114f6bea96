package io.quorate.agent.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.HashKVRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.SnapshotRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.quorate.agent.port.Reply;
import io.quorate.state.MemberStatus;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/**
 * The calls to one etcd that a snapshot needs, on connections of their own: made for a task, and
 * closed after it.
 */
public final class SnapshotClient implements AutoCloseable {
  private static final RangeRequest ANY_KEY =
      RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8("\0")).setCountOnly(true).build();

  private final EtcdClients clients;
  private final GrpcCall call;

  /** Connects on demand; with TLS files, https endpoints use them. */
  public SnapshotClient(Optional<TlsFiles> tls) {
    clients = new EtcdClients(EtcdDeadlines.DEFAULT, TlsSource.fixed(tls));
    call = new GrpcCall(clients);
  }

  /**
   * HashKV of the keys at a revision.
   *
   * @param hash as etcd gives it
   * @param compactRevision up to where the keys were compacted
   */
  public record Hash(long hash, long compactRevision) {}

  /** The endpoint's own status. */
  public Reply<MemberStatus> status(String endpoint) {
    return call.make(
        endpoint,
        channel -> MaintenanceGrpc.newFutureStub(channel),
        EtcdDeadlines.DEFAULT.read(),
        stub -> stub.status(StatusRequest.getDefaultInstance()),
        Replies::status);
  }

  /** Reads through a quorum; the newest revision. */
  public Reply<Long> linearizableRead(String endpoint) {
    return call.make(
        endpoint,
        channel -> KVGrpc.newFutureStub(channel),
        EtcdDeadlines.DEFAULT.read(),
        stub -> stub.range(ANY_KEY),
        reply -> reply.getHeader().getRevision());
  }

  /** HashKV at a revision, 0 for the newest. etcd reads all its keys for it. */
  public Reply<Hash> hashKv(String endpoint, long revision, Duration deadline) {
    return call.make(
        endpoint,
        channel -> MaintenanceGrpc.newFutureStub(channel),
        deadline,
        stub -> stub.hashKV(HashKVRequest.newBuilder().setRevision(revision).build()),
        reply -> new Hash(Integer.toUnsignedLong(reply.getHash()), reply.getCompactRevision()));
  }

  /** Begins a snapshot; what is read is what etcd sends, no faster than it is read. */
  public InputStream snapshot(String endpoint) {
    SnapshotStream stream = new SnapshotStream(endpoint);
    MaintenanceGrpc.newStub(clients.channel(endpoint))
        .snapshot(SnapshotRequest.getDefaultInstance(), stream.observer());
    return stream;
  }

  @Override
  public void close() {
    clients.close();
  }
}
