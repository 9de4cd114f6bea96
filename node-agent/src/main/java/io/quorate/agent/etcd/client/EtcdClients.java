package io.quorate.agent.etcd.client;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Makes every connection to etcd: one channel per endpoint, kept and reused, all on one event loop
 * thread. jetcd's own client would open a channel for each status call and spread others over its
 * endpoints, so only jetcd's generated stubs are used.
 */
final class EtcdClients implements AutoCloseable {
  private static final int CHANNELS_MAX = 32;
  private static final int MESSAGE_MAX = 16 * 1024 * 1024;

  private final EventLoopGroup eventLoop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("etcd-client", true), NioIoHandler.newFactory());
  private final EtcdDeadlines deadlines;
  private final TlsSource tls;
  private final UnaryOperator<String> route;
  private Optional<EtcdTls> used = Optional.empty();
  private final Map<String, ManagedChannel> channels = new LinkedHashMap<>(16, 0.75f, true);
  private boolean closed;

  /**
   * Makes them.
   *
   * @param route where a client URL is called: elsewhere for one that is closed to clients
   */
  EtcdClients(EtcdDeadlines deadlines, TlsSource tls, UnaryOperator<String> route) {
    this.deadlines = deadlines;
    this.tls = tls;
    this.route = route;
  }

  /**
   * The files that https endpoints are called with.
   *
   * @throws IllegalStateException when one of them is wrong
   */
  Optional<TlsFiles> tlsFiles() {
    return tls.current().map(EtcdTls::files);
  }

  /** The channel to this client URL; beyond the bound the one used longest ago is closed. */
  synchronized ManagedChannel channel(String endpoint) {
    if (closed) {
      throw new IllegalStateException("the etcd clients are closed: no call to " + endpoint);
    }
    renewed(endpoint);
    String at = route.apply(endpoint);
    ManagedChannel channel = channels.computeIfAbsent(at, to -> open(endpoint, to));
    // A call is made because it is wanted now: a member that is back must not wait out a pause
    // that gRPC learnt while it was away.
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
    if (channels.size() > CHANNELS_MAX) {
      String oldest = channels.keySet().iterator().next();
      Optional.ofNullable(channels.remove(oldest)).ifPresent(ManagedChannel::shutdown);
    }
    return channel;
  }

  /** What was opened with former files would show a certificate that has expired since. */
  private void renewed(String endpoint) {
    if (!TlsDiagnosis.isHttps(endpoint)) {
      return;
    }
    Optional<EtcdTls> now = tls.current();
    if (!now.equals(used)) {
      channels.values().forEach(ManagedChannel::shutdown);
      channels.clear();
      used = now;
    }
  }

  /** Wherever it is called, it has to show the certificate of its own URL. */
  private ManagedChannel open(String endpoint, String at) {
    ClientUrl url = url(endpoint);
    ClientUrl to = url(at);
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(new InetSocketAddress(to.host(), to.port()))
            .overrideAuthority(url.host() + ":" + url.port())
            .eventLoopGroup(eventLoop)
            .channelType(NioSocketChannel.class)
            .directExecutor()
            .disableRetry()
            .maxInboundMessageSize(MESSAGE_MAX)
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) deadlines.connect().toMillis());
    if (TlsDiagnosis.isHttps(endpoint)) {
      builder.sslContext(
          used.orElseThrow(() -> new IllegalStateException(endpoint + ": no TLS files")).grpc());
    } else {
      builder.usePlaintext();
    }
    return builder.build();
  }

  private static ClientUrl url(String endpoint) {
    return ClientUrl.of(endpoint)
        .orElseThrow(() -> new IllegalArgumentException(ClientUrl.expected(endpoint)));
  }

  /** Open channels, for tests that look for leaks. */
  synchronized int size() {
    return channels.size();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      channels.values().forEach(ManagedChannel::shutdownNow);
      channels.clear();
    }
    eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
  }
}
