package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.NodeSample;
import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import io.quorate.store.Keys;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCommandTest {
  private final Run run = Run.onEmptyStore();

  @ParameterizedTest
  @CsvSource({
    "WAITING_FOR_NODES, 1",
    "BOOTSTRAPPING, 1",
    "HEALTHY, 0",
    "CHANGING, 1",
    "DEGRADED, 1",
    "NO_QUORUM, 2",
    "UNSEEN, 3",
    "HALTED, 2"
  })
  void exitCodeFollowsThePhase(Phase phase, int code) {
    Sample sample = Sample.healthy();
    put(sample.status(sample.status().showing(phase, List.of())));

    assertThat(run.quorate("status", "demo")).isEqualTo(code);
    assertThat(run.out()).startsWith("demo  " + phase + "\n");
  }

  @Test
  void healthyByTheControllerIsNotEnoughWhenAVoterNoLongerServes() {
    put(Sample.healthy().node(Sample.stopped(2, DataState.LOST)));

    assertThat(run.quorate("status", "demo")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"ETCD_ALARM, 1", "CERTIFICATE_EXPIRED, 1", "QUOTA_NEAR, 0", "VOTER_SILENT, 0"})
  void aConditionThatPagesIsNoHealth(Condition.Type type, int code) {
    Sample sample = Sample.healthy();
    put(
        sample.status(
            sample.status().showing(Phase.HEALTHY, List.of(Sample.condition(type, "it holds")))));

    assertThat(run.quorate("status", "demo")).isEqualTo(code);
  }

  @Test
  void failsWithTheWayOutWhenNoTurnHasBegunForLong() {
    put(Sample.healthy().lastTurn(Duration.ofSeconds(150)));

    assertThat(run.quorate("status", "demo")).isEqualTo(1);
    assertThat(run.out())
        .startsWith("demo  CONTROLLER_SILENT, last known phase HEALTHY\n")
        .contains("last turn 2 min ago", "CONTROLLER_SILENT, for 2 min", "docs/operations.md");
    assertThat(run.quorate("status", "demo", "-o", "json")).isEqualTo(1);
    assertThat(run.out())
        .contains("\"phaseCurrent\" : false", "\"lastTurnAt\" : \"2026-03-01T11:57:30Z\"")
        .contains("\"type\" : \"CONTROLLER_SILENT\"");
    run.quorate("get");
    assertThat(run.out()).contains("HEALTHY (old)", "CONTROLLER_SILENT");
  }

  /** What a node keeps out of etcd's path takes room on its disk. */
  @Test
  void archivedDirectoriesAreCountedForPeopleAndPrograms() {
    put(Sample.healthy().node(NodeSample.of(2).puttingAside(3, 192L * 1024 * 1024).build()));

    run.quorate("status", "demo");
    assertThat(run.out())
        .contains(Sample.instance(2) + " keeps archived directories: 3, 192.0 MiB");
    run.quorate("status", "demo", "-o", "json");
    assertThat(run.out()).contains("\"archivedDirectories\" : 3", "\"archivedBytes\" : 201326592");
  }

  @Test
  void watchSaysOnceThatTheControllerIsSilent() {
    put(Sample.healthy());
    run.betweenLooks(
        () -> put(Sample.healthy().lastTurn(Duration.ofSeconds(150))), () -> {}, () -> {});

    assertThat(run.quorate("status", "demo", "--watch")).isEqualTo(1);
    assertThat(run.out().split("condition CONTROLLER_SILENT: — ->", -1)).hasSize(2);
  }

  @Test
  void silentVoterDoesNotCountAsServing() {
    put(Sample.healthy().silent(NodeSample.of(3).build()));

    run.quorate("status", "demo");

    assertThat(run.out()).contains("2 of 3 voters serve").contains("SILENT");
  }

  @Test
  void unknownClusterNamesThoseThatThereAre() {
    put(Sample.healthy());

    assertThat(run.quorate("status", "dmo")).isEqualTo(66);
    assertThat(run.err()).contains("no cluster 'dmo'").contains("there are: demo");
  }

  @Test
  void unreadableRecordIsNamedAndTheOthersShown() {
    put(Sample.healthy());
    Stored.put(run.store(), Keys.status(Sample.DEMO), Map.of("schemaVersion", 99L));

    assertThat(run.quorate("status", "demo")).isEqualTo(1);
    assertThat(run.out())
        .contains("demo  phase unknown")
        .contains("demo/status: schemaVersion is 99")
        .contains("3 of 3 voters serve");
  }

  @Test
  void watchOffATerminalPrintsOnlyChanges() {
    put(Sample.healthy());
    run.betweenLooks(() -> {}, this::degrade, () -> {});

    assertThat(run.quorate("status", "demo", "--watch")).isEqualTo(1);
    String changes = run.out().substring(run.out().indexOf("bootstrap") + 1);
    assertThat(changes)
        .contains("phase: HEALTHY -> DEGRADED")
        .contains("voters serving: 3 of 3 -> 2 of 3")
        .contains("condition REDUNDANCY_NONE: — -> one left");
    assertThat(run.out().split("phase: HEALTHY", -1)).hasSize(2);
  }

  @Test
  void watchOnATerminalRedrawsInPlace() {
    put(Sample.healthy());
    run.onTerminal().betweenLooks(this::degrade);

    run.quorate("status", "demo", "--watch", "--color", "never");

    assertThat(run.out().split("\033\\[H", -1)).hasSize(3);
    assertThat(run.out()).contains("demo  DEGRADED\033[K\n").endsWith("\033[J");
  }

  @Test
  void watchOutlivesAnOutage() {
    put(Sample.healthy());
    RacingStore flaky = new RacingStore(run.store());
    Run watching =
        new Run(flaky)
            .betweenLooks(() -> flaky.failing(new IOException("refused")), flaky::answering);

    assertThat(watching.quorate("status", "demo", "--watch")).isEqualTo(0);
    assertThat(watching.err()).contains("did not answer, looking again");
  }

  @Test
  void watchAsJsonIsOneDocumentALine() {
    put(Sample.healthy());
    run.betweenLooks(this::degrade);

    run.quorate("status", "demo", "--watch", "-o", "json");

    assertThat(run.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{\"cluster\":"));
  }

  @Test
  void anIntervalOutOfBoundsIsRefused() {
    assertThat(run.quorate("status", "demo", "--watch", "--interval", "1ms")).isEqualTo(64);
    assertThat(run.err()).contains("1ms").contains("200ms to 60m");
  }

  private void degrade() {
    Sample sample = Sample.healthy().node(Sample.stopped(2, DataState.LOST));
    put(
        sample.status(
            sample
                .status()
                .showing(
                    Phase.DEGRADED,
                    List.of(Sample.condition(Condition.Type.REDUNDANCY_NONE, "one left")))));
  }

  private void put(Sample sample) {
    Stored.put(run.store(), sample.summary());
  }
}
