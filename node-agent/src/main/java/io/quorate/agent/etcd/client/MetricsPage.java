package io.quorate.agent.etcd.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.HttpsURLConnection;

/**
 * Fetches etcd's {@code /metrics} page. The JDK's plain client: no thread of its own, and the page
 * is small and local.
 */
final class MetricsPage {
  private static final int PAGE_MAX = 4 * 1024 * 1024;

  private final EtcdDeadlines deadlines;
  private final TlsSource tls;
  private final UnaryOperator<String> route;

  MetricsPage(EtcdDeadlines deadlines, TlsSource tls, UnaryOperator<String> route) {
    this.deadlines = deadlines;
    this.tls = tls;
    this.route = route;
  }

  Reply<EtcdGauges> read(String endpoint) {
    Optional<EtcdTls> with;
    try {
      with = tls.current();
    } catch (IllegalStateException e) {
      return new Reply.Refused<>(Refusal.TLS, endpoint + ": not called: " + e.getMessage());
    }
    Optional<TlsFiles> files = with.map(EtcdTls::files);
    Optional<String> trouble = TlsDiagnosis.before(endpoint, files);
    if (trouble.isPresent()) {
      return new Reply.Refused<>(Refusal.TLS, trouble.get());
    }
    try {
      return new Reply.Answered<>(EtcdGauges.parse(page(endpoint, with)));
    } catch (IOException e) {
      String other = endpoint + "/metrics: " + e + TlsDiagnosis.hint(endpoint, "", e, files);
      return TlsDiagnosis.handshake(endpoint, e, files)
          .<Reply<EtcdGauges>>map(why -> new Reply.Refused<>(Refusal.TLS, why))
          .orElseGet(() -> new Reply.Refused<>(Refusal.UNAVAILABLE, other));
    }
  }

  /**
   * A connection to the page that is not open yet.
   *
   * @param at where the endpoint is called; it has to show the endpoint's certificate there, too
   */
  static HttpURLConnection connect(
      String endpoint, String at, EtcdDeadlines deadlines, Optional<EtcdTls> with)
      throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(at + "/metrics").toURL().openConnection();
    connection.setConnectTimeout((int) deadlines.connect().toMillis());
    connection.setReadTimeout((int) deadlines.read().toMillis());
    if (connection instanceof HttpsURLConnection https) {
      with.ifPresent(t -> https.setSSLSocketFactory(t.sockets()));
      if (!at.equals(endpoint)) {
        String own = URI.create(endpoint).getHost();
        https.setHostnameVerifier((called, session) -> CertificateNames.has(session, own));
      }
    }
    return connection;
  }

  private String page(String endpoint, Optional<EtcdTls> with) throws IOException {
    try (InputStream body =
        connect(endpoint, route.apply(endpoint), deadlines, with).getInputStream()) {
      return new String(body.readNBytes(PAGE_MAX), UTF_8);
    }
  }
}
