package io.quorate.deployment;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One TCP address in front of all members, as a network load balancer is on AWS: it leads each new
 * connection to a member whose agent answers {@code /readyz} with 200, and ends the connections to
 * a member that was not ready for {@link #UNREADY} looks, or whose instance is gone. Where nobody
 * is ready it leads to anybody. It passes bytes on: TLS is between client and member.
 */
public final class Forwarder implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);

  /** The members' client port, and the forwarder's own. */
  static final int CLIENT_PORT = 2379;

  /** After so many looks without a ready answer a member's connections are ended. */
  static final int UNREADY = 4;

  private static final int AGENT_PORT = 2378;
  private static final long LOOK_MILLIS = 500;
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final int CONNECT_MILLIS = 1_000;

  private final ServerSocket server;
  private final Supplier<List<String>> members;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();
  private final Map<String, Integer> unready = new ConcurrentHashMap<>();
  private final Set<Passing> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** A connection of a client, and the one to the member at an address. */
  private record Passing(String address, Socket client, Socket member) {
    void end() {
      closed(client);
      closed(member);
    }
  }

  private Forwarder(ServerSocket server, Supplier<List<String>> members) {
    this.server = server;
    this.members = members;
  }

  /**
   * Listens at 127.0.n.254, n being the address block: instances have addresses above it.
   *
   * @throws IOException when the address is taken
   */
  public static Forwarder before(LocalDeployment deployment) throws IOException {
    return listen(
        "127.0." + deployment.config().addressBlock() + ".254",
        CLIENT_PORT,
        () ->
            deployment.instances().describe().stream()
                .filter(view -> view.state() == Ec2State.RUNNING)
                .map(InstanceView::address)
                .toList());
  }

  /** Listens; port 0 takes any. The members are asked for at each look. */
  static Forwarder listen(String address, int port, Supplier<List<String>> members)
      throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      server.bind(new InetSocketAddress(address, port));
    } catch (IOException e) {
      server.close();
      throw new IOException(
          "the one address for clients, %s:%d, is taken: end what listens there, or choose another --address-block"
              .formatted(address, port),
          e);
    }
    Forwarder forwarder = new Forwarder(server, members);
    Thread.ofVirtual().name("forwarder-looks").start(forwarder::look);
    Thread.ofVirtual().name("forwarder-accepts").start(forwarder::accept);
    return forwarder;
  }

  /** The address without its port. */
  public String host() {
    return server.getInetAddress().getHostAddress();
  }

  /** Host and port, as in a URL. */
  public String address() {
    return host() + ":" + server.getLocalPort();
  }

  private void look() {
    try {
      do {
        try {
          ask();
        } catch (RuntimeException e) {
          LOG.warn("forwarder at {}: the members were not looked at", address(), e);
        }
      } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ask() {
    List<String> now = members.get();
    Map<String, CompletableFuture<Boolean>> asked =
        now.stream()
            .distinct()
            .collect(Collectors.toMap(address -> address, address -> ready(address)));
    asked.forEach(
        (address, ready) ->
            unready.merge(address, ready.join() ? 0 : 1, (old, one) -> one == 0 ? 0 : old + 1));
    unready.keySet().retainAll(asked.keySet());
    for (Passing passing : open) {
      if (unready.getOrDefault(passing.address(), UNREADY) >= UNREADY) {
        passing.end();
      }
    }
  }

  private CompletableFuture<Boolean> ready(String address) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + ":" + AGENT_PORT + "/readyz"))
            .timeout(ANSWER)
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .handle((answer, failed) -> failed == null && answer.statusCode() == 200);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().name("forwarder-connection").start(() -> lead(client));
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.warn("forwarder at {}: a connection was not accepted", address(), e);
        }
      }
    }
  }

  /** Those that are ready by turns, then the others. */
  private List<String> choices() {
    List<String> ready = new ArrayList<>();
    List<String> others = new ArrayList<>();
    unready.forEach((address, looks) -> (looks == 0 ? ready : others).add(address));
    Collections.sort(ready);
    Collections.rotate(ready, turn.getAndIncrement());
    Collections.shuffle(others);
    ready.addAll(others);
    return ready;
  }

  private void lead(Socket client) {
    for (String address : choices()) {
      Socket member = new Socket();
      try {
        member.connect(new InetSocketAddress(address, CLIENT_PORT), CONNECT_MILLIS);
      } catch (IOException e) {
        LOG.debug("forwarder: {} takes no connection: {}", address, e.getMessage());
        closed(member);
        continue;
      }
      pass(new Passing(address, client, member));
      return;
    }
    closed(client);
  }

  private void pass(Passing passing) {
    open.add(passing);
    try {
      if (server.isClosed()) {
        return;
      }
      Thread back = Thread.ofVirtual().start(() -> copy(passing.member(), passing.client()));
      copy(passing.client(), passing.member());
      back.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(passing);
      passing.end();
    }
  }

  /** Until one side ends or is ended; the other may still have something to say. */
  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      LOG.debug("forwarder: a connection ended: {}", e.getMessage());
      closed(from);
      closed(to);
    }
  }

  private static void closed(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends every connection. */
  @Override
  public void close() throws IOException {
    server.close();
    closed.countDown();
    open.forEach(Passing::end);
    http.close();
  }
}
