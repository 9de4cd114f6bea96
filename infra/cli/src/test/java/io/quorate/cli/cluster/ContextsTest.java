package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.GlobalOptions;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which place a command goes to. */
class ContextsTest {
  private static final String FILE =
      """
      current: test
      contexts:
        test:
          region: eu-west-1
          clusters-table: test-clusters
        prod:
          region: us-east-1
          profile: ops
          clusters-table: prod-clusters
          nodes-table: prod-nodes
          bucket: prod-bucket
          events-queue: https://queue
          endpoint-url: https://vpce.example
      """;

  @TempDir private Path folder;
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void file() throws IOException {
    write(FILE);
    Stored.put(run.store(), Sample.healthy().summary());
  }

  private void write(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("config.yaml"), text);
    run.environment("QUORATE_CONFIG", file.toString());
  }

  private GlobalOptions opened() {
    return run.opened().getLast();
  }

  @Test
  void aNamedContextGivesEverySetting() {
    assertThat(run.quorate("status", "demo", "--context", "prod")).isZero();

    assertThat(opened().region()).contains("us-east-1");
    assertThat(opened().profile()).contains("ops");
    assertThat(opened().clustersTable()).isEqualTo("prod-clusters");
    assertThat(opened().nodesTable()).isEqualTo("prod-nodes");
    assertThat(opened().bucket()).contains("prod-bucket");
    assertThat(opened().eventsQueue()).contains("https://queue");
    assertThat(opened().endpoint().map(Object::toString)).contains("https://vpce.example");
  }

  @Test
  void theCurrentContextCountsWhereTheEnvironmentNamesNoPlace() {
    run.quorate("status", "demo");
    assertThat(opened().clustersTable()).isEqualTo("test-clusters");

    run.environment("AWS_ENDPOINT_URL", "http://127.0.0.1:4566").quorate("status", "demo");
    assertThat(opened().clustersTable()).isEqualTo("quorate-clusters");
    assertThat(opened().region()).isEmpty();
  }

  @Test
  void anOptionCountsBeforeTheContextAndTheContextBeforeTheEnvironment() {
    run.environment("QUORATE_CONTEXT", "prod")
        .environment("QUORATE_CLUSTERS_TABLE", "of-the-environment")
        .environment("QUORATE_BUCKET", "of-the-environment");

    run.quorate("status", "demo", "--clusters-table", "given");
    assertThat(opened().clustersTable()).isEqualTo("given");
    assertThat(opened().bucket()).contains("prod-bucket");

    run.quorate("status", "demo", "--context", "test");
    assertThat(opened().clustersTable()).isEqualTo("test-clusters");
    assertThat(opened().bucket()).contains("of-the-environment");
  }

  @Test
  void withoutAFileEverythingIsAsBefore() {
    run.environment("QUORATE_CONFIG", folder.resolve("none.yaml").toString());

    assertThat(run.quorate("status", "demo")).isZero();
    assertThat(opened().clustersTable()).isEqualTo("quorate-clusters");
    assertThat(run.quorate("status", "demo", "--context", "prod")).isEqualTo(64);
    assertThat(run.err()).contains("expected the file", "none.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "'contexts: {a: {regoin: x}}', context a has 'regoin'",
    "'contexts: [a]', contexts: expected a mapping",
    "'current: b\ncontexts: {a: {}}', no context 'b': there are a",
    "'contexts: {a: {}}\nmore: 1', the file has 'more'",
    "'contexts: {a: {region: }}', context a: region expected one value",
    "'contexts: {a: {bucket: [b]}}', context a: bucket expected one value",
    "'contexts: {a: {endpoint-url: 127.0.0.1:4566}}', is no endpoint",
    "'contexts: {a: ', config.yaml",
  })
  void aWrongFileIsNamedWithWhatIsWrong(String text, String why) throws IOException {
    write(text);

    assertThat(run.quorate("status", "demo")).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains(why, "docs/operations.md, Contexts");
  }

  @Test
  void contextsAreListedAndTheOneThatCountsHasAStar() {
    assertThat(run.quorate("contexts")).isZero();

    assertThat(run.out())
        .containsPattern("(?m)^\\* +test +eu-west-1")
        .containsPattern("(?m)^ +prod +us-east-1 +ops");
    assertThat(run.opened()).isEmpty();
  }

  @Test
  void oneListHasTheClustersOfAllContextsOrRegions() {
    assertThat(run.quorate("get", "--all-contexts", "-o", "json")).isZero();
    assertThat(Tree.of(JsonTree.read(run.out(), "out"), "out").trees("clusters"))
        .extracting(tree -> tree.string("where"))
        .containsExactly("test", "prod");
    assertThat(run.opened())
        .extracting(GlobalOptions::clustersTable)
        .containsExactly("test-clusters", "prod-clusters");

    run.opened().clear();
    assertThat(run.quorate("get", "--regions", "eu-west-1,eu-north-1")).isZero();
    assertThat(run.opened())
        .extracting(GlobalOptions::region)
        .containsExactly(Optional.of("eu-west-1"), Optional.of("eu-north-1"));
    assertThat(run.out()).containsPattern("eu-north-1 +demo +HEALTHY");
  }

  @Test
  void aPlaceThatIsAwayIsNamedAndTheOthersAreListed() {
    RacingStore store = new RacingStore(run.store());
    Run away =
        new Run(store).environment("QUORATE_CONFIG", folder.resolve("config.yaml").toString());
    store.failing(new java.net.ConnectException("refused"));

    assertThat(away.quorate("get", "--regions", "eu-west-1"))
        .isEqualTo(CommandExitCode.UNAVAILABLE);
    assertThat(away.err()).contains("eu-west-1: the store did not answer: connection refused");
  }
}
