package io.quorate.deployment;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One channel to each client URL, for all who call it in the same way: a client of a member is made
 * for a single call, too. What is not called for a while has no connection.
 */
final class EtcdChannels {
  /** More than the members of a cluster and of those that it had before. */
  static final int MOST = 64;

  private static final long IDLE_SECONDS = 30;

  private final Map<To, ManagedChannel> channels = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Where a channel leads, and how it is secured.
   *
   * @param clientUrl of a member
   * @param tls how an https URL is called
   */
  record To(String clientUrl, Optional<SslContext> tls) {}

  /**
   * Begins something on the channel, which nobody closes before it has begun. Beyond the bound the
   * one used longest ago is closed.
   */
  synchronized <T> T begin(To to, Function<ManagedChannel, T> begun) {
    T result = begun.apply(channels.computeIfAbsent(to, EtcdChannels::open));
    if (channels.size() > MOST) {
      drop(channels.keySet().iterator().next());
    }
    return result;
  }

  /** From now on another one leads there; what was begun on this one goes on. */
  synchronized void replace(To to, ManagedChannel channel) {
    if (channel.equals(channels.get(to))) {
      drop(to);
    }
  }

  private void drop(To to) {
    Optional.ofNullable(channels.remove(to)).ifPresent(ManagedChannel::shutdown);
  }

  private static ManagedChannel open(To to) {
    URI url = URI.create(to.clientUrl());
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(new InetSocketAddress(url.getHost(), url.getPort()))
            .overrideAuthority(url.getAuthority())
            .directExecutor()
            .disableRetry()
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .idleTimeout(IDLE_SECONDS, TimeUnit.SECONDS);
    if (url.getScheme().equals("https")) {
      builder.sslContext(
          to.tls()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          to.clientUrl() + ": expected an access over TLS")));
    } else {
      builder.usePlaintext();
    }
    return builder.build();
  }

  /** How many there are. */
  synchronized int size() {
    return channels.size();
  }
}
