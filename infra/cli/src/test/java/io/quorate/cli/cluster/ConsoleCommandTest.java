package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

class ConsoleCommandTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @Test
  void servesWhileItRunsAndPrintsWhere() {
    List<Integer> answered = new ArrayList<>();
    run.betweenLooks(() -> answered.add(status(run.out().lines().findFirst().orElseThrow())));

    assertThat(run.quorate("console")).isZero();

    assertThat(answered).containsExactly(200);
    assertThat(run.out()).startsWith("http://127.0.0.1:").contains("it changes nothing");
    assertThat(run.out().lines().findFirst().orElseThrow())
        .matches("http://127.0.0.1:\\d+/[\\w-]{24}/");
  }

  @Test
  void aNameLeadsToThatCluster() {
    assertThat(run.quorate("console", "demo", "-o", "json")).isZero();

    assertThat(run.out().lines()).hasSize(1);
    assertThat(Tree.of(JsonTree.read(run.out(), "out"), "out").string("url"))
        .matches("http://127.0.0.1:\\d+/[\\w-]{24}/#/cluster/demo");
  }

  @Test
  void eachRunHasATokenOfItsOwn() {
    run.quorate("console");
    String first = run.out();
    run.quorate("console");

    assertThat(path(run.out())).isNotEqualTo(path(first));
  }

  @Test
  void aPortThatIsTakenIsSaidToBe() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());

      assertThat(run.quorate("console", "--port", port)).isEqualTo(CommandExitCode.USAGE);

      assertThat(run.err())
          .contains("--port " + port, "Address already in use", "give another one")
          .hasLineCount(1);
    }
  }

  @Test
  void aPortThatIsNoneIsRefused() {
    assertThat(run.quorate("console", "--port", "70000")).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("--port 70000: expected 0 to 65535");
  }

  @Test
  void aClusterThatIsNotThereIsSaidToBe() {
    assertThat(run.quorate("console", "nope")).isEqualTo(CommandExitCode.NO_SUCH_CLUSTER);
    assertThat(run.err()).contains("no cluster 'nope': there are: demo");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void missingCredentialsAreSaidBeforeAnythingIsServed() {
    RacingStore store = new RacingStore(run.store());
    store.failing(SdkClientException.create("Unable to load credentials from any provider"));
    Run denied = new Run(store);

    assertThat(denied.quorate("console")).isEqualTo(CommandExitCode.DENIED);
    assertThat(denied.err()).contains("AWS_PROFILE");
    assertThat(denied.out()).isEmpty();
  }

  @Test
  void aDeniedReadIsNamedByItsAction() {
    String denial =
        "User: arn:aws:iam::1:user/eve is not authorized to perform: dynamodb:Query on resource: x";
    RacingStore store = new RacingStore(run.store());
    store.failing(
        AwsServiceException.builder()
            .message(denial)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode("AccessDeniedException").build())
            .build());
    Run denied = new Run(store);

    assertThat(denied.quorate("console")).isEqualTo(CommandExitCode.DENIED);
    assertThat(denied.err()).contains("dynamodb:Query");
  }

  private static String path(String out) {
    return URI.create(out.lines().findFirst().orElseThrow()).getPath();
  }

  private static int status(String url) {
    try {
      HttpURLConnection page = (HttpURLConnection) URI.create(url).toURL().openConnection();
      return page.getResponseCode();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
