package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartOverdueSnapshotTest {
  private static SnapshotFixture changing(Duration ago, long revision) {
    SnapshotRecord newest = SnapshotFixture.verified(ago, revision);
    SnapshotFixture fixture = SnapshotFixture.of(3).catalogue(newest);
    fixture.cluster.open(CommandKind.REMOVE_MEMBER, "i-2");
    return fixture;
  }

  @Test
  @Guards("START_OVERDUE_SNAPSHOT")
  void twoIntervalsOverdueOneIsTakenBesideAnOpenChangeAndNotOnItsExecutor() {
    assertThat(changing(Duration.ofMinutes(61), 40).cluster.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start ->
                assertThat(start.command().header().executor()).isEqualTo(new InstanceId("i-3")));
  }

  @Test
  void oneIntervalIsNotOverdueAndUnchangedKeysNeverAre() {
    assertThat(changing(Duration.ofMinutes(59), 40).cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("START_TASK");
    assertThat(changing(Duration.ofDays(3), 50).cluster.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("START_TASK");
  }
}
