package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.JsonTree;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitCommandTest {
  private final RacingStore store = new RacingStore(Run.onEmptyStore().store());
  private final Run run = new Run(store);

  private void put(Sample sample) {
    Stored.put(store, sample.summary());
  }

  private static Sample showing(Phase phase, Condition.Type... types) {
    Sample sample = Sample.healthy();
    return sample.status(
        sample
            .status()
            .showing(
                phase,
                List.of(types).stream().map(type -> Sample.condition(type, "why")).toList()));
  }

  @Test
  void endsAtOnceWhereItHolds() {
    put(Sample.healthy());

    assertThat(run.quorate("wait", "demo")).isZero();
    assertThat(run.out()).isEqualTo("cluster demo: phase=HEALTHY\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void waitsUntilItHolds() {
    put(showing(Phase.CHANGING));
    run.betweenLooks(() -> {}, () -> put(Sample.healthy()));

    assertThat(run.quorate("wait", "demo", "--for", "phase=healthy")).isZero();
  }

  @Test
  void healthyHoldsOnlyWhereEachVoterSaysSo() {
    put(Sample.healthy().node(Sample.stopped(2, DataState.INTACT)));

    assertThat(run.quorate("wait", "demo")).isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.err()).contains("the phase is HEALTHY", "2 of 3 voters serve");
  }

  @Test
  void saysWhichConditionKeepsAHealthyPhaseFromCounting() {
    put(showing(Phase.HEALTHY, Condition.Type.VOTER_SILENT, Condition.Type.AUTH_UNSOUND));

    assertThat(run.quorate("wait", "demo")).isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.err())
        .contains("no cluster counts as healthy while a condition pages: AUTH_UNSOUND;");
  }

  @Test
  void aPhaseOfASilentControllerDoesNotHold() {
    put(showing(Phase.DEGRADED).lastTurn(Duration.ofMinutes(5)));

    assertThat(run.quorate("wait", "demo", "--for", "phase=DEGRADED"))
        .isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.err()).contains("CONTROLLER_SILENT");
  }

  @Test
  void saysWhatHoldsInsteadWhenItTookTooLong() {
    put(showing(Phase.DEGRADED, Condition.Type.VOTER_SILENT));
    run.betweenLooks(
        () -> {}, () -> run.later(Duration.ofSeconds(31)), () -> put(Sample.healthy()));

    assertThat(run.quorate("wait", "demo", "--timeout", "30s"))
        .isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.err())
        .contains("phase=HEALTHY does not hold after 31 s", "DEGRADED", "VOTER_SILENT");
  }

  @Test
  void aConditionIsWaitedForAndItsEnd() {
    put(Sample.healthy());
    run.betweenLooks(() -> put(showing(Phase.DEGRADED, Condition.Type.VOTER_SILENT)));
    assertThat(run.quorate("wait", "demo", "--for", "condition=VOTER_SILENT")).isZero();

    run.betweenLooks(() -> {}, () -> put(Sample.healthy()));
    assertThat(run.quorate("wait", "demo", "--for", "condition=voter_silent=false")).isZero();
  }

  @Test
  void aStoreThatIsAwayIsWaitedFor() {
    put(showing(Phase.CHANGING));
    run.betweenLooks(
        () -> store.failing(new ConnectException("refused")),
        () -> {
          store.answering();
          put(Sample.healthy());
        });

    assertThat(run.quorate("wait", "demo")).isZero();
    assertThat(run.err()).contains("the store did not answer, looking again");
  }

  @Test
  void asJsonItEndsWithTheStatus() {
    put(Sample.healthy());

    run.quorate("wait", "demo", "-o", "json");

    assertThat(JsonTree.read(run.out(), "out")).containsEntry("phase", "HEALTHY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "phase=FINE",
        "weather=good",
        "HEALTHY",
        "condition=",
        "phase=HEALTHY=false",
        "condition=NO_QUORUM=no"
      })
  void whatCannotBeWaitedForIsRefused(String what) {
    put(Sample.healthy());

    assertThat(run.quorate("wait", "demo", "--for", what)).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("'" + what + "': expected");
  }

  @Test
  void aClusterThatIsNotThereIsNotWaitedFor() {
    assertThat(run.quorate("wait", "nope")).isEqualTo(CommandExitCode.NO_SUCH_CLUSTER);
  }
}
