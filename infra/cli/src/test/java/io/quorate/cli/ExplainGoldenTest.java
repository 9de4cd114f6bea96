package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.render.GoldenText;
import io.quorate.command.CommandKind;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a dry run tells in each state. To accept a change, run with {@code -Dquorate.golden=write}
 * and read the difference.
 */
class ExplainGoldenTest {
  private record Case(String name, Sample sample, SampleCloud cloud) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("steady", Sample.healthy(), new SampleCloud()),
        new Case("terminated", Sample.healthy(), new SampleCloud().terminated(3).launched(4)),
        new Case(
            "data-lost",
            Sample.healthy().node(Sample.stopped(3, DataState.LOST)),
            new SampleCloud()),
        new Case("silent", Sample.healthy().silent(NodeSample.of(3).build()), new SampleCloud()),
        new Case("hung", hung(), new SampleCloud()),
        new Case(
            "rolled-back",
            Sample.healthy().lineage(Lineage.unbootstrapped(Sample.UID)),
            new SampleCloud()),
        new Case("operation-open", joining(), new SampleCloud()),
        new Case(
            "waiting",
            Sample.unbootstrapped().node(NodeSample.of(1).unbootstrapped().build()),
            new SampleCloud()),
        new Case("bootstrap", registered(), new SampleCloud()),
        new Case(
            "group-unknown", Sample.healthy(), new SampleCloud().denied("you are not authorized")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void textIsAsRecordedAndFitsAScreen(Case given) {
    Run run = run(given, "text");

    GoldenText.check("explain-" + given.name() + ".txt", run.out());
    assertThat(run.out().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(130));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void jsonIsAsRecorded(Case given) {
    GoldenText.check("explain-" + given.name() + ".json", run(given, "json").out());
  }

  private static Run run(Case given, String form) {
    Run run = Run.onEmptyStore().on(given.cloud());
    Stored.put(run.store(), given.sample().summary());
    assertThat(run.quorate("explain", "demo", "--output", form)).isZero();
    return run;
  }

  private static Sample hung() {
    return Sample.healthy()
        .silent(NodeSample.of(3).build())
        .node(NodeSample.of(1).missing(3, Duration.ofMinutes(10)).build())
        .node(NodeSample.of(2).missing(3, Duration.ofMinutes(10)).build());
  }

  private static Sample joining() {
    Sample sample = Sample.healthy().node(Sample.stopped(3, DataState.LOST));
    OpenCommand open =
        new OpenCommand(
            "join-40-beef",
            CommandKind.JOIN,
            Sample.instance(3),
            Optional.of(Sample.member(3)),
            Sample.NOW.minusSeconds(12),
            false);
    return sample.status(sample.status().opening(open));
  }

  private static Sample registered() {
    Sample sample = Sample.unbootstrapped();
    for (int n = 1; n <= 3; n++) {
      sample.node(NodeSample.of(n).unbootstrapped().build());
    }
    return sample;
  }
}
