package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.controller.reconcile.Turn;
import io.quorate.lease.Leases;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeleteCommandTest {
  private final Run run = Run.onEmptyStore();

  @BeforeEach
  void serves() {
    Stored.put(run.store(), Sample.healthy().summary());
  }

  @Test
  void withoutItsNameAgainNothingIsWritten() {
    assertThat(run.quorate("delete", "demo", "--force")).isEqualTo(64);
    assertThat(run.err()).contains("Type the name", "nothing was written", "--yes demo");
    assertThat(run.input("demos\n").quorate("delete", "demo", "--force")).isEqualTo(64);
    assertThat(run.quorate("delete", "demo", "--force", "--yes", "demos")).isEqualTo(64);
    run.quorate("get");
    assertThat(run.out()).contains("demo");
  }

  @Test
  void whileMembersServeItTakesForce() {
    assertThat(run.quorate("delete", "demo", "--yes", "demo")).isEqualTo(65);
    assertThat(run.err()).contains("members serve", "--force").contains("i-");
  }

  @Test
  void theTypedNameDeletesAndWhatStaysIsTold() {
    assertThat(run.input("demo\n").quorate("delete", "demo", "--force")).isEqualTo(0);
    assertThat(run.out()).startsWith("cluster demo: deleted").contains("in the bucket: demo/");

    run.quorate("get");
    assertThat(run.out()).doesNotContain("demo ");
    assertThat(run.quorate("status", "demo")).isEqualTo(2);
    assertThat(run.out()).contains("CLUSTER_DELETED");
    assertThat(run.input("name: demo\netcd: {version: 3.5}\n").quorate("apply", "-f", "-"))
        .isEqualTo(65);
    assertThat(run.err()).contains("was deleted");
  }

  @Test
  void theSecondTimeThereIsNothingToDelete() {
    run.quorate("delete", "demo", "--force", "--yes", "demo");
    assertThat(run.quorate("delete", "demo", "--yes", "demo", "--output", "json")).isEqualTo(0);
    assertThat(run.out()).contains("\"result\" : \"unchanged\"", "\"stays\"");
  }

  @Test
  void aTurnUnderWayIsAConflictOnceItLastsTooLong() {
    assertThat(
            new Leases(run.store())
                .take(Sample.healthy().summary().cluster(), "a turn", Sample.NOW, Turn.LEASE))
        .isPresent();
    assertThat(run.quorate("delete", "demo", "--force", "--yes", "demo")).isEqualTo(75);
    assertThat(run.err()).contains("run it again");
  }

  @Test
  void aWrongNameIsNamed() {
    assertThat(run.quorate("delete", "dmeo", "--yes", "dmeo")).isEqualTo(66);
  }
}
