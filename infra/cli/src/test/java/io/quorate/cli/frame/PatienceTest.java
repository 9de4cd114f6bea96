package io.quorate.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How --timeout ends what --wait follows. */
class PatienceTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void cluster() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @Test
  void waitingEndsWithTheTimeoutAndTheRequestStays() {
    run.betweenLooks(
        () -> run.later(Duration.ofSeconds(20)),
        () -> run.later(Duration.ofSeconds(10)),
        () -> {
          throw new IllegalStateException("it looks again after 30 s");
        });

    assertThat(run.quorate("snapshot", "take", "demo", "--wait", "--timeout", "30s"))
        .isEqualTo(CommandExitCode.NOT_HEALTHY);
    assertThat(run.err()).contains("is not answered yet", "it stays");
    assertThat(run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "snapshot take demo --timeout 30s",
    "snapshot verify demo 20260301T115000Z-g1-0a1b --timeout 30s",
    "restore demo --snapshot 20260301T115000Z-g1-0a1b --hash abc --timeout 30s",
    "recover approve demo --hash abc --timeout 30s",
  })
  void aTimeoutWithoutWaitIsRefusedBeforeAnythingIsAskedFor(String line) {
    assertThat(run.quorate(line.split(" "))).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("--timeout");
    assertThat(run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0s", "25h", "10", "1.5m", "-5s", "500ms"})
  void aTimeHasAUnitAndABound(String time) {
    assertThat(run.quorate("wait", "demo", "--timeout", time)).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("expected 1s to 24h");
  }
}
