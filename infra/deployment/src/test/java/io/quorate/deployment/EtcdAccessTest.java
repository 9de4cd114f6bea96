package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.quorate.deployment.EtcdAccess.ClientFiles;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdAccessTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final byte[] REPLY = "{\"header\":{\"revision\":\"7\"}}".getBytes(UTF_8);

  /** Longer than a connection over TCP alone takes. */
  private static final long SLOW_MILLIS = 800;

  /** Longer than any machine needs. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private HttpsServer server;
  private EtcdAccess access;

  @BeforeEach
  void start() throws Exception {
    OwnAuthority authority = OwnAuthority.create(folder, "authority");
    String address = InetAddress.getLoopbackAddress().getHostAddress();
    authority.issue("server", List.of(address));
    OwnAuthority.Pair client = authority.issue("client", List.of());
    access =
        EtcdAccess.tls(
            new ClientFiles(authority.certificate(), client.certificate(), client.key()));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(serving()));
    server.createContext(
        "/v3/kv/put",
        exchange -> {
          exchange.sendResponseHeaders(200, REPLY.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(REPLY);
          }
        });
    server.setExecutor(CompletableFuture.delayedExecutor(SLOW_MILLIS, TimeUnit.MILLISECONDS));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private SSLContext serving() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("authority.p12"))) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  /** As the first one of a process on a busy machine is. */
  @Test
  void aSlowHandshakeEndsNoCallBeforeItsTime() {
    Etcd etcd = access.etcd("https://" + address(), PATIENCE);

    assertThat(etcd.put("key", "value")).isEqualTo(7);
  }

  private String address() {
    return server.getAddress().getAddress().getHostAddress() + ":" + server.getAddress().getPort();
  }
}
