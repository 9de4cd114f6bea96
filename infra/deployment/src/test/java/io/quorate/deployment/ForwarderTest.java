package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members that answer each line with their own address, behind one address. */
@Timeout(60)
class ForwarderTest {
  private static final String FIRST = "127.0.251.11";
  private static final String SECOND = "127.0.251.12";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<String> members = new CopyOnWriteArrayList<>();
  private final Forwarder forwarder;

  ForwarderTest() throws IOException {
    forwarder = Forwarder.listen("127.0.0.1", 0, () -> List.copyOf(members));
    opened.add(forwarder);
  }

  /** A member and its agent; both die on their own. */
  private static final class Member implements AutoCloseable {
    private final ServerSocket etcd = new ServerSocket();
    private final HttpServer agent;
    private volatile int status = 200;

    Member(String address) throws IOException {
      etcd.bind(new InetSocketAddress(address, Forwarder.CLIENT_PORT));
      Thread.ofVirtual().start(() -> accept(address));
      agent = HttpServer.create(new InetSocketAddress(address, 2378), 0);
      agent.createContext(
          "/readyz",
          exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
          });
      agent.start();
    }

    private void accept(String address) {
      while (!etcd.isClosed()) {
        try {
          Socket client = etcd.accept();
          Thread.ofVirtual().start(() -> answer(client, address));
        } catch (IOException e) {
          assertThat(etcd.isClosed()).isTrue();
        }
      }
    }

    private static void answer(Socket client, String address) {
      try (client) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
        PrintWriter out = new PrintWriter(client.getOutputStream(), true, UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          out.println(address + " " + line);
        }
      } catch (IOException ended) {
        assertThat(ended).isNotNull();
      }
    }

    @Override
    public void close() throws IOException {
      etcd.close();
      agent.stop(0);
    }
  }

  /** A client's connection. */
  private final class Client implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    Client() throws IOException {
      URI at = URI.create("tcp://" + forwarder.address());
      socket = new Socket(at.getHost(), at.getPort());
      in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /** What is answered; "ended" where the connection has ended. */
    String ask(String line) {
      try {
        new PrintWriter(socket.getOutputStream(), true, UTF_8).println(line);
        String answer = in.readLine();
        return answer == null ? "ended" : answer;
      } catch (IOException e) {
        return "ended";
      }
    }

    /** Blocks until the connection ends. */
    void awaitEnd() {
      try {
        assertThat(in.readLine()).isNull();
      } catch (IOException reset) {
        assertThat(reset).isNotNull();
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private Member member(String address) throws IOException {
    Member member = new Member(address);
    opened.add(member);
    members.add(address);
    return member;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** Who answers a new connection. */
  private String answeredBy() throws IOException {
    try (Client client = new Client()) {
      return answerer(client);
    }
  }

  private static String answerer(Client client) {
    return client.ask("").strip();
  }

  private void awaitAnswer(String member) throws Exception {
    while (!answeredBy().equals(member)) {
      assertThat(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void connectionsAreLedToAllThatAreReady() throws Exception {
    member(FIRST);
    member(SECOND);

    awaitAnswer(FIRST);
    awaitAnswer(SECOND);
    awaitAnswer(FIRST);
  }

  @Test
  void whoIsNotReadyGetsNoNewConnectionAndLosesItsOpenOnes() throws Exception {
    Member first = member(FIRST);
    awaitAnswer(FIRST);
    try (Client client = new Client()) {
      assertThat(client.ask("hello")).isEqualTo(FIRST + " hello");
      member(SECOND);
      first.status = 503;

      client.awaitEnd();
    }
    for (int n = 0; n < 4; n++) {
      assertThat(answeredBy()).isEqualTo(SECOND);
    }
  }

  @Test
  void whoseInstanceIsGoneLosesItsConnections() throws Exception {
    member(FIRST);
    member(SECOND);
    awaitAnswer(FIRST);
    awaitAnswer(SECOND);
    try (Client one = new Client();
        Client other = new Client()) {
      String first = answerer(one);
      assertThat(answerer(other)).isNotEqualTo(first);
      members.remove(first);

      one.awaitEnd();
      assertThat(other.ask("still")).endsWith("still");
    }
  }

  @Test
  void whereNobodyIsReadyAnybodyIsTried() throws Exception {
    member(FIRST).status = 503;

    awaitAnswer(FIRST);
  }

  @Test
  void withoutAMemberTheConnectionEnds() throws Exception {
    members.add("127.0.251.13");

    assertThat(answeredBy()).isEqualTo("ended");
  }

  @Test
  void anAddressThatIsTakenIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress("127.0.251.14", 0));

      assertThatThrownBy(() -> Forwarder.listen("127.0.251.14", taken.getLocalPort(), List::of))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.251.14:" + taken.getLocalPort())
          .hasMessageContaining("--address-block");
    }
  }
}
