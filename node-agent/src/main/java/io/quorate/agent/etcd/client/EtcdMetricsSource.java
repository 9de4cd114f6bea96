package io.quorate.agent.etcd.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The own etcd's {@code /metrics} page as a stream, asked for with the agent's own certificate
 * where etcd wants one.
 */
public final class EtcdMetricsSource {
  private final EtcdDeadlines deadlines;
  private final Supplier<String> endpoint;
  private final TlsSource tls;
  private final UnaryOperator<String> route;

  /**
   * @param endpoint the own etcd's client URL
   * @param files the agent's TLS files, where there are any
   * @param route where a client URL is called: elsewhere for one that is closed to clients
   */
  public EtcdMetricsSource(
      EtcdDeadlines deadlines,
      Supplier<String> endpoint,
      Supplier<Optional<TlsFiles>> files,
      UnaryOperator<String> route) {
    this.deadlines = deadlines;
    this.endpoint = endpoint;
    this.tls = new TlsSource(files);
    this.route = route;
  }

  /**
   * What etcd answered; to be closed.
   *
   * @param status the HTTP status
   * @param headers those that say what the body is
   * @param body the body; each read of it is bounded in time
   */
  public record Page(int status, Map<String, String> headers, InputStream body)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /**
   * Asks for the page, with these headers.
   *
   * @throws IOException where etcd does not answer, or the agent may not ask it: says why
   */
  public Page open(Map<String, String> headers) throws IOException {
    String url = endpoint.get();
    Optional<EtcdTls> with;
    try {
      with = tls.current();
    } catch (IllegalStateException e) {
      throw new IOException(url + ": not called: " + e.getMessage(), e);
    }
    HttpURLConnection connection = MetricsPage.connect(url, route.apply(url), deadlines, with);
    headers.forEach(connection::setRequestProperty);
    int status = connection.getResponseCode();
    InputStream body = status < 400 ? connection.getInputStream() : InputStream.nullInputStream();
    return new Page(status, described(connection), body);
  }

  private static Map<String, String> described(HttpURLConnection connection) {
    Map<String, String> found = new HashMap<>();
    for (String name : new String[] {"Content-Type", "Content-Encoding"}) {
      Optional.ofNullable(connection.getHeaderField(name))
          .ifPresent(value -> found.put(name, value));
    }
    return Map.copyOf(found);
  }
}
