package io.quorate.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.command.CommandKind;
import io.quorate.state.Condition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** To whom the console answers, and with what. */
class ConsoleServerTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private ConsoleUnderTest console;

  @BeforeEach
  void start() throws IOException {
    console = new ConsoleUnderTest();
    Stored.put(console.records, Sample.healthy().summary());
  }

  @AfterEach
  void close() {
    client.close();
    console.close();
  }

  @Test
  void thePageIsServedToWhoeverHasItsUrl() throws Exception {
    HttpResponse<String> page = get(console.page());

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<title>Quorate</title>");
    assertThat(page.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(
            policy -> assertThat(policy).startsWith("default-src 'none'; script-src 'self';"));
    assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/index.html",
        "/api/fleet",
        "/wrong/",
        "/wrong/api/reference",
        "/favicon.ico"
      })
  void nothingIsServedWithoutTheToken(String path) throws Exception {
    HttpResponse<String> refused = get(console.page().resolve(path));

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("open the URL that quorate console has printed");
    assertThat(console.store.requests()).isZero();
  }

  @Test
  void aTokenThatIsAlmostRightIsRefused() throws Exception {
    String path = console.page().getPath();

    for (String wrong :
        new String[] {path.substring(0, path.length() - 2) + "/", path.toLowerCase(Locale.ROOT)}) {
      if (!wrong.equals(path)) {
        assertThat(get(console.page().resolve(wrong)).statusCode()).isEqualTo(403);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "",
        "10.0.0.7",
        "localhost@evil.example"
      })
  void aNameThatWasMadeToPointHereIsRefused(String host) throws Exception {
    assertThat(statusFor(host)).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "localhost:9000", "[::1]:8080"})
  void aLoopbackNameIsServedUnderAnyPortForTunnelsHaveTheirOwn(String host) throws Exception {
    assertThat(statusFor(host)).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH"})
  void otherMethodsThanGetAreRefused(String method) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(console.page())
            .method(method, HttpRequest.BodyPublishers.ofString("{}"))
            .build();

    assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(405);
  }

  @Test
  void everyFileOfThePageIsThereAndNoOther() throws Exception {
    for (String name : new Assets().names()) {
      assertThat(get(console.page().resolve(name)).statusCode()).as(name).isEqualTo(200);
    }
    assertThat(get(console.page().resolve("ConsoleServer.class")).statusCode()).isEqualTo(404);
    assertThat(get(console.page().resolve("..%2f..%2fcli%2fQuorate.class")).statusCode())
        .isEqualTo(404);
  }

  @Test
  void noModuleParsesMarkupOrCode() {
    Assets assets = new Assets();
    for (String name : assets.names()) {
      if (name.endsWith(".js") && !name.startsWith("uPlot")) {
        assertThat(new String(assets.find(name).orElseThrow(), UTF_8))
            .as(name)
            .doesNotContainPattern(
                "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|\\beval\\b"
                    + "|new Function|srcdoc|javascript:");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Condition.Type.class)
  void theManualsWordsOnEveryConditionAreThere(Condition.Type type) throws Exception {
    assertThat(reference().tree("conditions").string(type.name())).contains("**You:**");
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandKind.class,
      names = {"JOIN", "REMOVE_MEMBER", "LEAVE", "RESTART_MEMBER"})
  void theStepsOfEveryInstructionAreThere(CommandKind kind) throws Exception {
    assertThat(reference().tree("steps").trees(kind.name()))
        .hasSizeGreaterThan(2)
        .extracting(step -> step.string("step"))
        .contains("CONFIRM");
  }

  @Test
  void anExplanationIsWhatExplainSays() throws Exception {
    Tree told = json(get(console.page().resolve("api/explain/demo")));

    assertThat(told.tree("decision").string("decision")).isEqualTo("NO_OP");
    assertThat(told.trees("rules")).isNotEmpty();
  }

  @Test
  void anExplanationThatCannotBeMadeSaysWhy() throws Exception {
    console.store.away(true);

    assertThat(json(get(console.page().resolve("api/explain/demo"))).string("problem"))
        .isEqualTo("told: reading failed");
    assertThat(json(get(console.page().resolve("api/explain/No_Name"))).string("problem"))
        .contains("no cluster can have that name");
  }

  private Tree reference() throws Exception {
    return json(get(console.page().resolve("api/reference")));
  }

  private static Tree json(HttpResponse<String> answer) {
    Map<String, Object> tree = JsonTree.read(answer.body(), "answer");
    return Tree.of(tree, "answer");
  }

  private HttpResponse<String> get(URI uri) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString(UTF_8));
  }

  /** By hand: a client of the JDK does not send another's Host. */
  private String statusFor(String host) throws IOException {
    URI page = console.page();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET "
                      + page.getPath()
                      + " HTTP/1.1\r\nHost: "
                      + host
                      + "\r\nConnection: close\r\n\r\n")
                  .getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8)
          .lines()
          .findFirst()
          .orElseThrow();
    }
  }
}
