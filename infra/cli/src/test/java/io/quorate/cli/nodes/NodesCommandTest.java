package io.quorate.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.SampleCloud;
import io.quorate.cli.Stored;
import io.quorate.controller.view.LaunchSource;
import io.quorate.guards.Guards;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodesCommandTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void healthy() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @Test
  @Guards("NODES_OUTDATED")
  void eachInstanceIsListedWithWhatItWasLaunchedFrom() {
    run.on(
        new SampleCloud()
            .launching("7")
            .launchedFrom(1, "6")
            .launchedFrom(2, "7")
            .launchedFrom(3, "7"));

    assertThat(run.quorate("nodes", "list", "demo")).isEqualTo(0);

    assertThat(run.out().lines().filter(line -> line.contains("OUTDATED")))
        .singleElement()
        .asString()
        .contains(Sample.instance(1).value(), "lt-1 version 6");
    assertThat(run.out()).startsWith("cluster demo: the group launches from lt-1 version 7\n");
    run.quorate("nodes", "list", "demo", "-o", "json");
    assertThat(run.out()).contains("\"outdated\" : true", "\"version\" : \"6\"");
  }

  @Test
  void aVersionThatIsNoNumberIsSaidToTellNothing() {
    run.on(new SampleCloud().launching("$Latest").launchedFrom(1, "6"));

    assertThat(run.quorate("nodes", "list", "demo")).isEqualTo(0);

    assertThat(run.out()).contains("so that nothing tells which instances are outdated");
    assertThat(run.out()).doesNotContain("OUTDATED\n");
  }

  @Test
  void aGroupThatDoesNotAnswerIsAFailure() {
    run.on(new SampleCloud().denied("AccessDenied"));

    assertThat(run.quorate("nodes", "list", "demo")).isEqualTo(69);
    assertThat(run.err()).contains("AccessDenied");
  }

  @Test
  void aReplacementIsARequest() {
    assertThat(run.quorate("nodes", "replace", "demo")).isEqualTo(0);
    assertThat(run.out()).contains("is written");
    assertThat(run.quorate("nodes", "replace", "demo", "--instance", "no such/thing"))
        .isEqualTo(64);
    assertThat(run.err()).contains("expected an instance id");
  }

  @Test
  void theSourceIsReadAsPeopleSayIt() {
    assertThat(new LaunchSource("lt-1", "7")).hasToString("lt-1 version 7");
  }
}
