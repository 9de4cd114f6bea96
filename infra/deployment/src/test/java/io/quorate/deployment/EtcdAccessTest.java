package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.quorate.deployment.EtcdAccess.ClientFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdAccessTest {
  /** Longer than a connection over TCP alone takes. */
  private static final long SLOW_MILLIS = 800;

  /** Longer than any machine needs. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private static Path folder;

  private static ClientFiles files;
  private static SslContext context;

  private final EventLoopGroup accepting =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoopGroup serving =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private PutsOnly member;

  @BeforeAll
  static void certify() throws Exception {
    OwnAuthority authority = OwnAuthority.create(folder, "authority");
    String address = InetAddress.getLoopbackAddress().getHostAddress();
    OwnAuthority.Pair server = authority.issue("server", List.of(address));
    OwnAuthority.Pair client = authority.issue("client", List.of());
    files = new ClientFiles(authority.certificate(), client.certificate(), client.key());
    context =
        GrpcSslContexts.configure(
                SslContextBuilder.forServer(server.certificate().toFile(), server.key().toFile())
                    .trustManager(authority.certificate().toFile())
                    .clientAuth(ClientAuth.REQUIRE),
                SslProvider.JDK)
            .build();
  }

  @BeforeEach
  void start() throws IOException {
    member = PutsOnly.with(this::overTls);
  }

  private NettyServerBuilder overTls(NettyServerBuilder builder) {
    return builder
        .sslContext(context)
        .channelType(NioServerSocketChannel.class)
        .bossEventLoopGroup(accepting)
        .workerEventLoopGroup(serving);
  }

  @AfterEach
  void stop() {
    member.close();
    accepting.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
    serving.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private String url() {
    return "https://" + member.address();
  }

  /** As the first one of a process on a busy machine is: the connection waits to be accepted. */
  @Test
  void aSlowHandshakeEndsNoCallBeforeItsTime() throws Exception {
    CountDownLatch awake = new CountDownLatch(1);
    accepting.execute(() -> awaited(awake));
    CompletableFuture.delayedExecutor(SLOW_MILLIS, TimeUnit.MILLISECONDS).execute(awake::countDown);

    Etcd etcd = EtcdAccess.tls(files).etcd(url(), PATIENCE);

    assertThat(etcd.put("key", "value")).isEqualTo(PutsOnly.REVISION);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whoShowsNoCertificateIsTurnedAway() throws Exception {
    Etcd stranger = EtcdAccess.trusting(files.ca()).etcd(url(), PATIENCE);

    assertThatThrownBy(() -> stranger.put("key", "value")).isInstanceOf(UncheckedIOException.class);
    assertThat(member.stored()).isEmpty();
  }

  @Test
  void aFileThatIsNoCertificateIsNamed() throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.pem"), "no certificate");

    assertThatThrownBy(() -> EtcdAccess.trusting(wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(wrong + ": expected a certificate in PEM");
    assertThatThrownBy(
            () -> EtcdAccess.tls(new ClientFiles(files.ca(), files.certificate(), wrong)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected a key and certificates in PEM");
  }
}
