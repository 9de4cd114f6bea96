package io.quorate.localcloud.data;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorSystem;
import org.elasticmq.NodeAddress;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SQS: ElasticMQ in process, in memory, on a loopback port of its own that only this class uses.
 */
public final class SqsServer implements ServiceEndpoint, AutoCloseable {
  /** A long poll takes up to 20 s. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

  private static final Set<String> HOP_HEADERS =
      Set.of("connection", "host", "content-length", "transfer-encoding", "expect", "upgrade");

  private static final Config QUIET =
      ConfigFactory.parseString(
          """
          pekko.loglevel = WARNING
          pekko.stdout-loglevel = OFF
          pekko.daemonic = on
          pekko.jvm-exit-on-fatal-error = off
          pekko.http.server.request-timeout = 25 s
          """);

  private static final Duration LONGEST_END = Duration.ofSeconds(3);
  private static final Logger LOG = LoggerFactory.getLogger(SqsServer.class);

  private final ActorSystem actors;
  private final URI address;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private SqsServer(ActorSystem actors, SQSRestServer server) {
    this.actors = actors;
    int port = server.waitUntilStarted().localAddress().getPort();
    this.address = URI.create("http://127.0.0.1:" + port);
  }

  /** Starts without queues; their URLs will name the gateway. */
  public static SqsServer start(String region, String account, URI gateway) {
    ActorSystem actors = ActorSystem.create("sqs", QUIET.withFallback(ConfigFactory.load()));
    SQSRestServer server =
        SQSRestServerBuilder.withActorSystem(actors)
            .withInterface("127.0.0.1")
            .withDynamicPort()
            .withServerAddress(new NodeAddress("http", gateway.getHost(), gateway.getPort(), ""))
            .withAWSRegion(region)
            .withAWSAccountId(account)
            .start();
    return new SqsServer(actors, server);
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    String query = call.query().isEmpty() ? "" : "?" + call.query();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(call.path() + query))
            .timeout(LONGEST_ANSWER)
            .method(call.method(), HttpRequest.BodyPublishers.ofByteArray(call.body()));
    call.headers()
        .forEach(
            (name, values) -> {
              if (!HOP_HEADERS.contains(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      return replyOf(client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking SQS for " + call.path(), e);
    }
  }

  private static HttpReply replyOf(HttpResponse<byte[]> response) {
    Map<String, String> headers = new LinkedHashMap<>();
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!HOP_HEADERS.contains(name)) {
                headers.put(name, values.get(0));
              }
            });
    return new HttpReply(response.statusCode(), headers, response.body());
  }

  /**
   * Ends its actors and with them its sockets. To ask the server itself to stop would wait for
   * every long poll under way, whose poller may be gone: up to 20 s.
   */
  @Override
  public void close() {
    client.shutdownNow();
    actors.terminate();
    try {
      actors.getWhenTerminated().toCompletableFuture().get(LONGEST_END.toMillis(), MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("sqs=unended after={} error=\"{}\"", LONGEST_END, e.toString());
    }
  }
}
