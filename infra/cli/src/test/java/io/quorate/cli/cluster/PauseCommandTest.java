package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.controller.reconcile.Turn;
import io.quorate.guards.Guards;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PauseCommandTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void healthy() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @Test
  @Guards("PAUSED")
  void whoPausedItAndWhyIsInTheStatusUntilItEnds() {
    assertThat(run.quorate("pause", "demo", "--reason", "disks are swapped")).isEqualTo(0);
    assertThat(run.out())
        .startsWith("cluster demo: paused: no change begins, since 2026-03-01T12:00:00Z by ")
        .contains(Run.PRINCIPAL + ": disks are swapped");
    assertThat(run.quorate("status", "demo")).isEqualTo(0);
    assertThat(run.out()).contains("paused").contains("disks are swapped");
    run.quorate("status", "demo", "--output", "json");
    assertThat(run.out()).contains("\"reason\" : \"disks are swapped\"");
    run.quorate("events", "demo");
    assertThat(run.out()).contains("PAUSED", Run.PRINCIPAL + " pauses the cluster");

    assertThat(run.quorate("unpause", "demo")).isEqualTo(0);
    assertThat(run.out()).isEqualTo("cluster demo: unpaused: changes may begin\n");
    run.quorate("status", "demo", "--output", "json");
    assertThat(run.out()).contains("\"paused\" : [ ]");
  }

  @Test
  void aReasonIsAskedFor() {
    assertThat(run.quorate("pause", "demo")).isEqualTo(64);
    assertThat(run.quorate("pause", "demo", "--reason", "  ")).isEqualTo(64);
    assertThat(run.err()).contains("expected 1 to 200 characters");
    assertThat(run.quorate("pause", "demo", "--reason", "a\nb")).isEqualTo(64);
    assertThat(run.quorate("pause", "demo", "--reason", "x".repeat(201))).isEqualTo(64);
  }

  @Test
  void theSecondTimeNothingIsWritten() {
    run.quorate("pause", "demo", "--reason", "first");

    assertThat(run.quorate("pause", "demo", "--reason", "second", "-o", "json")).isEqualTo(0);
    assertThat(run.out())
        .contains("\"result\" : \"unchanged\"", "\"reason\" : \"first\"")
        .doesNotContain("second");
    run.quorate("unpause", "demo");
    assertThat(run.quorate("unpause", "demo")).isEqualTo(0);
    assertThat(run.out()).contains("is not paused by 'quorate pause', nothing was written");
  }

  @Test
  void aPauseOfTheSpecIsNotEndedByTheCommand() {
    run.input("name: demo\netcd: {version: 3.5}\npaused: true\n");
    assertThat(run.quorate("apply", "-f", "-")).isEqualTo(0);

    assertThat(run.quorate("unpause", "demo")).isEqualTo(0);

    assertThat(run.out()).contains("nothing was written", "the spec says paused: true");
  }

  @Test
  void aTurnUnderWayIsAConflict() {
    HeldLease turn =
        new Leases(run.store())
            .take(Sample.healthy().summary().cluster(), "a turn", Sample.NOW, Turn.LEASE)
            .orElseThrow();

    assertThat(run.quorate("pause", "demo", "--reason", "now")).isEqualTo(75);
    assertThat(run.err()).contains("nothing was written, run it again");
    assertThat(new Leases(run.store()).release(turn, Map.of())).isTrue();
  }

  @Test
  void aWrongNameIsNamed() {
    assertThat(run.quorate("pause", "dmeo", "--reason", "now")).isEqualTo(66);
  }
}
