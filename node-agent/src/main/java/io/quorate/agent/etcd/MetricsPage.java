package io.quorate.agent.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.etcd.EtcdReply.Answer;
import io.quorate.agent.etcd.EtcdReply.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Optional;

/**
 * Fetches etcd's {@code /metrics} page. The JDK's plain client: no thread of its own, and the page
 * is small and local. https is not supported yet: etcd then wants {@code --listen-metrics-urls}.
 */
final class MetricsPage {
  private static final int PAGE_MAX = 4 * 1024 * 1024;

  private final EtcdDeadlines deadlines;
  private final boolean tls;

  MetricsPage(EtcdDeadlines deadlines, Optional<TlsFiles> tls) {
    this.deadlines = deadlines;
    this.tls = tls.isPresent();
  }

  EtcdReply<EtcdGauges> read(String endpoint) {
    if (tls && endpoint.startsWith("https:")) {
      return new Refused<>(EtcdRefusal.OTHER, endpoint + ": metrics over https are not supported");
    }
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(endpoint + "/metrics").toURL().openConnection();
      connection.setConnectTimeout((int) deadlines.connect().toMillis());
      connection.setReadTimeout((int) deadlines.read().toMillis());
      try (InputStream body = connection.getInputStream()) {
        return new Answer<>(EtcdGauges.parse(new String(body.readNBytes(PAGE_MAX), UTF_8)));
      }
    } catch (IOException e) {
      return new Refused<>(EtcdRefusal.UNAVAILABLE, endpoint + "/metrics: " + e);
    }
  }
}
