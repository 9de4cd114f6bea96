package io.quorate.deployment;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.grpc.Attributes;
import io.grpc.Server;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What a client takes for a member of etcd: it stores each put, all at revision 7. */
public final class PutsOnly implements AutoCloseable {
  /** The revision of everything. */
  public static final long REVISION = 7;

  private final Map<String, String> stored = new ConcurrentHashMap<>();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final Consumer<String> told;
  private final Server server;

  private PutsOnly(int port, Consumer<String> told, UnaryOperator<NettyServerBuilder> change)
      throws IOException {
    this.told = told;
    this.server =
        change
            .apply(
                NettyServerBuilder.forAddress(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
            .addService(new Puts())
            .addTransportFilter(new Counting())
            .build()
            .start();
  }

  /** Listens on any port; tells the key of each put. */
  public static PutsOnly start(Consumer<String> told) throws IOException {
    return new PutsOnly(0, told, builder -> builder);
  }

  /** Listens on this port. */
  static PutsOnly at(int port) throws IOException {
    return new PutsOnly(port, key -> {}, builder -> builder);
  }

  /** Listens on any port, with these settings. */
  public static PutsOnly with(UnaryOperator<NettyServerBuilder> change) throws IOException {
    return new PutsOnly(0, key -> {}, change);
  }

  /** The next put is taken and not answered. */
  void leaveOneUnanswered() {
    unanswered.incrementAndGet();
  }

  /** How many connections were made to it. */
  int connections() {
    return connections.get();
  }

  /** All that was put. */
  public Map<String, String> stored() {
    return stored;
  }

  /** Host and port. */
  String address() {
    return InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getPort();
  }

  /** Where a plain one is called. */
  public String url() {
    return "http://" + address();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class Puts extends KVGrpc.KVImplBase {
    @Override
    public void put(PutRequest request, StreamObserver<PutResponse> answer) {
      if (unanswered.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return;
      }
      String key = request.getKey().toStringUtf8();
      stored.put(key, request.getValue().toStringUtf8());
      answer.onNext(
          PutResponse.newBuilder()
              .setHeader(ResponseHeader.newBuilder().setRevision(REVISION))
              .build());
      answer.onCompleted();
      told.accept(key);
    }
  }

  private final class Counting extends ServerTransportFilter {
    @Override
    public Attributes transportReady(Attributes attributes) {
      connections.incrementAndGet();
      return attributes;
    }
  }
}
