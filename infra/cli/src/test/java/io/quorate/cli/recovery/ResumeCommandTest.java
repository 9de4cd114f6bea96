package io.quorate.cli.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.controller.reconcile.Turn;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.state.TableRollback;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResumeCommandTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void halted() {
    Sample sample = Sample.healthy();
    TableRollback older = new TableRollback("node i-1 had seen fencing token 9", Sample.NOW);
    Stored.put(
        run.store(),
        sample.status(sample.status().withTableRollback(Optional.of(older))).summary());
  }

  @Test
  void withoutYesNothingIsWritten() {
    assertThat(run.quorate("resume", "demo")).isEqualTo(64);
    assertThat(run.err()).contains("nothing was written").contains("--yes");

    assertThat(run.quorate("resume", "demo", "--yes")).isEqualTo(0);
    assertThat(run.out()).startsWith("cluster demo: the controller decides again, from fencing");
  }

  @Test
  void theSecondTimeThereIsNothingToResume() {
    run.quorate("resume", "demo", "--yes");

    assertThat(run.quorate("resume", "demo", "--yes", "--output", "json")).isEqualTo(0);
    assertThat(run.out()).contains("\"result\" : \"unchanged\"");
  }

  @Test
  void theJournalSaysWhoDidIt() {
    run.quorate("resume", "demo", "--yes");

    run.quorate("events", "demo");

    assertThat(run.out())
        .contains("RESUMED")
        .contains(Run.PRINCIPAL + " goes on with the older table");
  }

  @Test
  void aTurnUnderWayIsAConflict() {
    assertThat(
            new Leases(run.store())
                .take(Sample.healthy().summary().cluster(), "a turn", Sample.NOW, Turn.LEASE))
        .isPresent();

    assertThat(run.quorate("resume", "demo", "--yes")).isEqualTo(75);
    assertThat(run.err()).contains("run it again");
  }

  @Test
  void aTurnUnderWayIsWaitedFor() {
    Leases leases = new Leases(run.store());
    HeldLease turn =
        leases
            .take(Sample.healthy().summary().cluster(), "a turn", Sample.NOW, Turn.LEASE)
            .orElseThrow();
    run.betweenLooks(() -> {}, () -> assertThat(leases.release(turn, Map.of())).isTrue());

    assertThat(run.quorate("resume", "demo", "--yes")).isEqualTo(0);
    assertThat(run.out()).startsWith("cluster demo: the controller decides again");
  }

  @Test
  void aWrongNameIsNamed() {
    assertThat(run.quorate("resume", "dmeo", "--yes")).isEqualTo(66);
  }
}
