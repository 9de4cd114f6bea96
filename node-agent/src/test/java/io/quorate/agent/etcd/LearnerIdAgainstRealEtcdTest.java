package io.quorate.agent.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.agent.port.DataDisk.View;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ADR 11 rests on: an etcd that joins takes its id from whatever list the first peer to answer
 * holds, and its directory tells that id while it runs.
 */
class LearnerIdAgainstRealEtcdTest {
  private static final EtcdClusterId CLUSTER = new EtcdClusterId(0xc1);
  private static final MemberId FORMER = new MemberId(0xf0f0);

  @TempDir Path root;

  @Test
  void aPeerThatLagsGivesAnEtcdItsFormerIdAndTheDirectoryTells() throws IOException {
    String peer = RealEtcd.freshAddress();
    String joins = RealEtcd.freshAddress();
    DataDirectory directories = new DataDirectory(root);
    Path directory = directories.create(new Generation(1), "fresh");
    HttpServer lagging = lagging(peer, joins);
    String initial = "lags=" + RealEtcd.peerUrl(peer) + ",joins=" + RealEtcd.peerUrl(joins);
    FileDataDisk disk = new FileDataDisk(directories);
    try (RealEtcd.Running etcd =
        RealEtcd.start(
            "joins", joins, DataDirectory.etcdData(directory), initial, "existing", "any")) {
      RealEtcd.await(
          "the directory tells an id",
          () -> disk.inspect(disk.name(new Generation(1), "fresh")) instanceof View.Holds);

      View.Holds holds = (View.Holds) disk.inspect(disk.name(new Generation(1), "fresh"));
      assertThat(etcd.process().isAlive()).isTrue();
      assertThat(holds.memberId()).isEqualTo(FORMER);
      assertThat(holds.clusterId()).isEqualTo(CLUSTER);
    } finally {
      lagging.stop(0);
    }
  }

  /** A peer whose list has the former member at the URL of the one that joins. */
  private static HttpServer lagging(String peer, String joins) throws IOException {
    String members =
        "[" + member(0xa, "lags", peer) + "," + member(FORMER.bits(), "joins", joins) + "]\n";
    HttpServer server =
        HttpServer.create(new InetSocketAddress(peer, portOf(RealEtcd.peerUrl(peer))), 0);
    server.createContext("/members", exchange -> answer(exchange, members));
    server.createContext(
        "/version",
        exchange -> answer(exchange, "{\"etcdserver\":\"3.5.0\",\"etcdcluster\":\"3.5.0\"}"));
    server.start();
    return server;
  }

  private static int portOf(String url) {
    return java.net.URI.create(url).getPort();
  }

  private static String member(long id, String name, String address) {
    return "{\"id\":%s,\"peerURLs\":[\"%s\"],\"name\":\"%s\",\"clientURLs\":[\"%s\"]}"
        .formatted(
            Long.toUnsignedString(id),
            RealEtcd.peerUrl(address),
            name,
            RealEtcd.clientUrl(address));
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    exchange
        .getResponseHeaders()
        .set("X-Etcd-Cluster-ID", HexFormat.of().toHexDigits(CLUSTER.bits()));
    exchange.sendResponseHeaders(200, body.getBytes(UTF_8).length);
    try (exchange) {
      exchange.getResponseBody().write(body.getBytes(UTF_8));
    }
  }
}
