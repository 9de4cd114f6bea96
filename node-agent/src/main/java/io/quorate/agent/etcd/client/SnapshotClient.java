package io.quorate.agent.etcd.client;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.HashKVRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.SnapshotRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.grpc.Channel;
import io.grpc.stub.AbstractStub;
import io.quorate.agent.port.Reply;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberStatus;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The calls to one etcd that a task needs, on connections of their own, closed after it. */
public final class SnapshotClient implements AutoCloseable {
  private static final RangeRequest ANY_KEY =
      RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8("\0")).setCountOnly(true).build();

  /** etcd reads all its keys for a hash. */
  private static final Duration HASH_DEADLINE = Duration.ofMinutes(5);

  private final String endpoint;
  private final EtcdClients clients;
  private final GrpcCall call;

  /** Connects on demand to this client URL; with TLS files, an https one uses them. */
  public SnapshotClient(String endpoint, Optional<TlsFiles> tls) {
    this(endpoint, tls, UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param route where a client URL is called: elsewhere for one that is closed to clients
   */
  public SnapshotClient(String endpoint, Optional<TlsFiles> tls, UnaryOperator<String> route) {
    this.endpoint = endpoint;
    clients = new EtcdClients(EtcdDeadlines.DEFAULT, TlsSource.fixed(tls), route);
    call = new GrpcCall(clients);
  }

  /**
   * HashKV of the keys at a revision.
   *
   * @param hash as etcd gives it
   * @param compactRevision up to where the keys were compacted
   */
  public record Hash(long hash, long compactRevision) {}

  /** Its own status. */
  public Reply<MemberStatus> status() {
    return ask(
        MaintenanceGrpc::newFutureStub,
        EtcdDeadlines.DEFAULT.read(),
        stub -> stub.status(StatusRequest.getDefaultInstance()),
        Replies::status);
  }

  /** Allows the cluster to go back to the release line of this version, or no more. */
  public Reply<Boolean> downgrade(Optional<EtcdVersion> to) {
    return DowngradeCall.make(call, endpoint, EtcdDeadlines.DEFAULT.change(), to);
  }

  /** Reads through a quorum; the newest revision. */
  public Reply<Long> linearizableRead() {
    return ask(
        KVGrpc::newFutureStub,
        EtcdDeadlines.DEFAULT.read(),
        stub -> stub.range(ANY_KEY),
        reply -> reply.getHeader().getRevision());
  }

  /** HashKV at a revision, 0 for the newest. */
  public Reply<Hash> hashKv(long revision) {
    return hashKv(revision, HASH_DEADLINE);
  }

  /** The same, waiting no longer than this. */
  public Reply<Hash> hashKv(long revision, Duration deadline) {
    return ask(
        MaintenanceGrpc::newFutureStub,
        deadline,
        stub -> stub.hashKV(HashKVRequest.newBuilder().setRevision(revision).build()),
        reply -> new Hash(Integer.toUnsignedLong(reply.getHash()), reply.getCompactRevision()));
  }

  /** Makes one call, without a retry. */
  public <S extends AbstractStub<S>, R, T> Reply<T> ask(
      Function<Channel, S> stub,
      Duration deadline,
      Function<S, ListenableFuture<R>> request,
      Function<R, T> answer) {
    return call.make(endpoint, stub, deadline, request, answer);
  }

  /** Begins a snapshot; what is read is what etcd sends, no faster than it is read. */
  public InputStream snapshot() {
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
