package io.quorate.localcloud.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lambda's runtime API (2018-06-01) for one execution environment, on an address of its own. */
final class RuntimeApi implements AutoCloseable {
  private static final String RUNTIME = "/2018-06-01/runtime/";
  private static final Pattern ANSWER =
      Pattern.compile(Pattern.quote(RUNTIME) + "invocation/([^/]+)/(response|error)");

  /** What the runtime asks for and reports. */
  interface Client {
    /** Blocks until there is an invocation for this environment. */
    Next next() throws InterruptedException;

    void answered(String requestId, boolean failed, byte[] payload);

    void initFailed(byte[] error);
  }

  /**
   * An invocation as the runtime gets it.
   *
   * @param invocation the event
   * @param deadlineMs when it will be ended, in milliseconds of the epoch
   * @param arn the function's ARN
   */
  record Next(Invocation invocation, long deadlineMs, String arn) {}

  private final HttpServer server;
  private final Client client;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  RuntimeApi(Client client) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    this.client = client;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      Matcher answer = ANSWER.matcher(path);
      if (path.equals(RUNTIME + "invocation/next")) {
        next(exchange);
      } else if (answer.matches()) {
        client.answered(answer.group(1), answer.group(2).equals("error"), body);
        accepted(exchange);
      } else if (path.equals(RUNTIME + "init/error")) {
        client.initFailed(body);
        accepted(exchange);
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    Next next = client.next();
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Lambda-Runtime-Aws-Request-Id", next.invocation().requestId());
    headers.set("Lambda-Runtime-Deadline-Ms", Long.toString(next.deadlineMs()));
    headers.set("Lambda-Runtime-Invoked-Function-Arn", next.arn());
    headers.set("Lambda-Runtime-Trace-Id", "Root=1-00000000-000000000000000000000000;Sampled=0");
    send(exchange, 200, next.invocation().event());
  }

  private static void accepted(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    send(exchange, 202, "{\"status\":\"OK\"}".getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
