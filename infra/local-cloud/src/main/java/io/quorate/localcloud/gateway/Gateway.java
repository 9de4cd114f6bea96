package io.quorate.localcloud.gateway;

import io.quorate.localcloud.faults.Faults;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonReplies;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one HTTP front of all services. {@link #bind} takes the port, so that services that must know
 * it can be made before {@link #start}.
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  private static final String ADMIN = "/_cloud/";

  private final Server server;
  private final ServerConnector connector;
  private final String host;
  private final int port;
  private final Pipeline pipeline;
  private final Map<String, ServiceEndpoint> admin = new ConcurrentHashMap<>();
  private final ExecutorService requests =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("gateway-", 0).factory());

  /** Listens at a host's port, 0 for any free one, once bound. */
  public Gateway(
      String host,
      int port,
      AccessRequests access,
      RequestCounters counters,
      Faults faults,
      PolicyBook policies) {
    this.host = host;
    this.port = port;
    this.pipeline = new Pipeline(access, counters, faults, policies);
    QueuedThreadPool threads = new QueuedThreadPool(8, 2);
    threads.setName("gateway-io");
    threads.setDaemon(true);
    this.server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    this.connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(120_000);
    server.addConnector(connector);
    server.setHandler(new Front());
  }

  /** Takes the port, so that {@link #endpoint} is known; requests wait until {@link #start}. */
  public void bind() throws IOException {
    try {
      connector.open();
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on %s:%d; stop what has that port, or choose another"
              .formatted(host, port),
          e);
    }
  }

  public URI endpoint() {
    return URI.create("http://%s:%d".formatted(host, connector.getLocalPort()));
  }

  public void register(String service, ServiceEndpoint endpoint) {
    pipeline.register(service, endpoint);
  }

  /** Puts something before a service that is registered, which sees its requests and replies. */
  public void intercept(String service, UnaryOperator<ServiceEndpoint> around) {
    pipeline.intercept(service, around);
  }

  /** Serves all paths that start with a prefix, which must start with {@code /_cloud/}. */
  public void registerAdmin(String pathPrefix, ServiceEndpoint endpoint) {
    if (!pathPrefix.startsWith(ADMIN)) {
      throw new IllegalArgumentException(
          "admin path \"%s\": expected to start with %s".formatted(pathPrefix, ADMIN));
    }
    admin.put(pathPrefix, endpoint);
  }

  public void start() throws IOException {
    try {
      server.start();
    } catch (Exception e) {
      throw new IOException("gateway did not start on " + endpoint(), e);
    }
  }

  @Override
  public void close() throws IOException {
    pipeline.close();
    requests.shutdownNow();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("gateway did not stop", e);
    }
  }

  private final class Front extends Handler.Abstract.NonBlocking {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      requests.execute(() -> serve(request, response, callback));
      return true;
    }
  }

  private void serve(Request request, Response response, Callback callback) {
    try {
      Optional<Signature> signature = RequestReader.signatureOf(request);
      Optional<HttpReply> reply = reply(RequestReader.read(request, signature), signature);
      if (reply.isEmpty()) {
        request.getConnectionMetaData().getConnection().getEndPoint().close();
        callback.failed(new IOException("connection dropped by a fault"));
      } else {
        send(reply.get(), request, response, callback);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("unreadable request path={}", request.getHttpURI().getPath(), e);
      Response.writeError(request, response, callback, 400, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      callback.failed(e);
    }
  }

  private Optional<HttpReply> reply(HttpCall call, Optional<Signature> signature)
      throws IOException, InterruptedException {
    if (!call.path().startsWith(ADMIN)) {
      return pipeline.answer(call, signature);
    }
    Optional<String> prefix =
        admin.keySet().stream()
            .filter(call.path()::startsWith)
            .max(Comparator.comparing(String::length));
    ServiceEndpoint endpoint = prefix.map(admin::get).orElse(this::unknownPath);
    return Optional.of(endpoint.handle(call));
  }

  private HttpReply unknownPath(HttpCall call) throws IOException {
    return JsonReplies.notFound(call.path() + ": there are " + admin.keySet());
  }

  private static void send(HttpReply reply, Request request, Response response, Callback done) {
    response.setStatus(reply.status());
    reply.headers().forEach(response.getHeaders()::put);
    if (!request.getMethod().equals("HEAD")) {
      response.getHeaders().put("Content-Length", reply.body().length);
    }
    response.write(true, ByteBuffer.wrap(reply.body()), done);
  }
}
