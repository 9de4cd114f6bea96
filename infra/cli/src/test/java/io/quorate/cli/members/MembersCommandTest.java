package io.quorate.cli.members;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.quorate.cli.NodeSample;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.command.CommandKind;
import io.quorate.state.DataState;
import io.quorate.state.OpenCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leader on the loopback address, which remembers what it was asked. */
class MembersCommandTest {
  private final Run run = Run.onEmptyStore();
  private final List<String> asked = new ArrayList<>();
  private String answer = "{}";
  private int code = 200;
  private HttpServer leader = start();

  private HttpServer start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          call -> {
            asked.add(
                call.getRequestURI()
                    + " "
                    + new String(call.getRequestBody().readAllBytes(), UTF_8));
            byte[] body = answer.getBytes(UTF_8);
            call.sendResponseHeaders(code, body.length);
            call.getResponseBody().write(body);
            call.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void cluster() {
    put(Sample.healthy());
  }

  private void put(Sample sample) {
    String url = "http://127.0.0.1:" + leader.getAddress().getPort();
    sample.node(NodeSample.of(1).clientUrl(url).build());
    Stored.put(run.store(), sample.summary());
  }

  @AfterEach
  void stop() {
    leader.stop(0);
  }

  private static String decimal(int n) {
    return Long.toUnsignedString(Long.parseUnsignedLong(Sample.member(n).toString(), 16));
  }

  @Test
  void aRestartIsARequest() {
    assertThat(run.quorate("members", "restart", "demo", "--instance", "i-2")).isZero();
    assertThat(run.out()).contains("is written");
    assertThat(run.quorate("members", "restart", "demo", "--instance", "no such/thing"))
        .isEqualTo(64);
    assertThat(run.err()).contains("expected an instance id");
  }

  @Test
  void listsMembersAndNodes() {
    assertThat(run.quorate("members", "list", "demo")).isZero();
    assertThat(run.out()).startsWith("INSTANCE ").contains(Sample.instance(1) + "  ");

    run.quorate("members", "list", "demo", "-o", "json");
    assertThat(Tree.of(JsonTree.read(run.out(), "out"), "out").trees("members")).hasSize(3);
  }

  @Test
  void theLeaderIsAskedToHandOverToTheOneNamed() {
    String third = Sample.instance(3).toString();

    assertThat(run.quorate("members", "move-leader", "demo", "--to", third)).as(run.err()).isZero();

    assertThat(asked)
        .containsExactly(
            "/v3/maintenance/transfer-leadership {\"targetID\":\"" + decimal(3) + "\"}");
    assertThat(run.out()).contains(third + ", member " + Sample.member(3) + ", leads now");
  }

  @Test
  void whoLeadsAlreadyIsNotAsked() {
    assertThat(run.quorate("members", "move-leader", "demo", "--to", Sample.member(1).toString()))
        .isZero();

    assertThat(asked).isEmpty();
    assertThat(run.out()).contains("leads already");
  }

  @Test
  void whoDoesNotServeIsNotMadeLeader() {
    put(Sample.healthy().node(Sample.stopped(3, DataState.INTACT)));

    assertThat(run.quorate("members", "move-leader", "demo", "--to", Sample.instance(3).toString()))
        .isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains("is no voter that serves", Sample.instance(2).toString());
    assertThat(asked).isEmpty();
  }

  @Test
  void nobodyIsAskedWhileTheControllerHasAnOperationUnderWay() {
    Sample sample = Sample.healthy();
    sample.status(
        sample
            .status()
            .opening(
                new OpenCommand(
                    "op-1",
                    CommandKind.REMOVE_MEMBER,
                    Sample.instance(1),
                    Optional.of(Sample.member(3)),
                    Sample.NOW,
                    false)));
    put(sample);

    assertThat(run.quorate("members", "move-leader", "demo")).isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains("REMOVE_MEMBER under way", "nothing was asked for");
    assertThat(asked).isEmpty();
  }

  @Test
  void etcdsRefusalIsTold() {
    code = 503;
    answer = "{\"error\":\"etcdserver: not leader\",\"code\":9}";

    assertThat(run.quorate("members", "move-leader", "demo"))
        .isEqualTo(CommandExitCode.UNAVAILABLE);
    assertThat(run.err()).contains("did not hand over: etcd answered: etcdserver: not leader");
  }
}
