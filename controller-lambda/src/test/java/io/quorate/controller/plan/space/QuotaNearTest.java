package io.quorate.controller.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeReport;
import io.quorate.state.NodeSpace;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A database that nears its quota is named; no member is restarted with one that it has reached.
 */
class QuotaNearTest {
  private static final long MIB = 1 << 20;

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  private void quota(String quota) {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5, quota: %s}\nsnapshots: {interval: off}\n"
                    .formatted(quota))
            .orThrow();
  }

  private void outdated() {
    for (NodeFixture node : fixture.actors.values()) {
      node.report = NodeReport.NOTHING.knowing(Set.of(CommandKind.RESTART_MEMBER.name()));
      node.runs = new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of("older"));
    }
  }

  private Optional<String> told(Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  private boolean restarts() {
    Plan plan = fixture.plan();
    return plan.decision() instanceof StartCommand start
        && start.command() instanceof RestartMember;
  }

  @Test
  @Guards("QUOTA_NEAR")
  void tellsOfALargestDatabaseOfNineTenthsOfTheQuotaWithTheWayOut() {
    quota("100MiB");
    fixture.node("i-2").dbBytes = 90 * MIB;

    assertThat(told(Condition.Type.QUOTA_NEAR).orElseThrow())
        .contains("90MiB on i-2", "45MiB of them in use", "etcd.quota is 100MiB")
        .contains("quorate compact", "quorate defragment")
        .doesNotContain("restarts none");
    fixture.node("i-2").dbBytes = 89 * MIB;
    assertThat(told(Condition.Type.QUOTA_NEAR)).isEmpty();
  }

  /** Snapshots of so many hours ago, each with so many MiB. */
  private void snapshots(long... hoursAndMebibytes) {
    SnapshotRecord[] lines = new SnapshotRecord[hoursAndMebibytes.length / 2];
    for (int at = 0; at < lines.length; at++) {
      SnapshotId id =
          SnapshotId.of(
              fixture.now.minus(Duration.ofHours(hoursAndMebibytes[2 * at])), Generation.FIRST, at);
      lines[at] =
          SnapshotRecord.taken(
              RecoveryFixture.manifest(
                  fixture, id, 40 + at, 2, 50 + at, hoursAndMebibytes[2 * at + 1] * MIB));
    }
    RecoveryFixture.catalogue(fixture, lines);
  }

  @Test
  @Guards("QUOTA_NEAR")
  void tellsWhenTheQuotaIsReachedAtTheRateOfTheLastDays() {
    quota("100MiB");
    fixture.node("i-2").dbBytes = 50 * MIB;
    snapshots(24, 30, 12, 40, 0, 50);

    assertThat(told(Condition.Type.QUOTA_NEAR).orElseThrow())
        .contains("50MiB on i-2", "it grows by 20MiB a day", "reaches the quota in 2 days");
    quota("200MiB");
    assertThat(told(Condition.Type.QUOTA_NEAR)).as("more than three days").isEmpty();
  }

  /** Whoever loads data once is not told of a rate that is over. */
  @Test
  void theSlowestRateCounts() {
    quota("100MiB");
    fixture.node("i-2").dbBytes = 50 * MIB;

    snapshots(24, 1, 6, 50, 0, 50);
    assertThat(told(Condition.Type.QUOTA_NEAR)).isEmpty();
    snapshots(24, 1, 7, 60, 0, 50);
    assertThat(told(Condition.Type.QUOTA_NEAR)).as("it was defragmented").isEmpty();
  }

  @Test
  void neitherTooNewNorTooOldSnapshotsTellARate() {
    quota("60MiB");
    fixture.node("i-2").dbBytes = 50 * MIB;

    snapshots(5, 1, 0, 50);
    assertThat(told(Condition.Type.QUOTA_NEAR)).isEmpty();
    snapshots(169, 1, 0, 50);
    assertThat(told(Condition.Type.QUOTA_NEAR)).isEmpty();
    snapshots();
    assertThat(told(Condition.Type.QUOTA_NEAR)).isEmpty();
  }

  @Test
  @Guards("DISK_NEAR_FULL")
  void tellsWhenADiskHasNoRoomForACopyAtTheRateOfTheLastDays() {
    quota("8GiB");
    fixture.node("i-2").dbBytes = 50 * MIB;
    fixture.node("i-2").report =
        fixture.node("i-2").report.having(new NodeSpace(1000 * MIB, 150 * MIB, 0));
    snapshots(24, 30, 12, 40, 0, 50);

    assertThat(told(Condition.Type.DISK_NEAR_FULL).orElseThrow())
        .contains("the disk of i-2 has 150MiB free", "grows by 20MiB a day", "in 2 days");
    snapshots(24, 45, 12, 48, 0, 50);
    assertThat(told(Condition.Type.DISK_NEAR_FULL)).isEmpty();
  }

  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void noMemberIsRestartedWithAQuotaThatTheDatabaseHasReached() {
    quota("64MiB");
    outdated();
    fixture.node("i-3").dbBytes = 64 * MIB;

    assertThat(restarts()).isFalse();
    assertThat(told(Condition.Type.QUOTA_NEAR).orElseThrow())
        .contains(
            "the database has 64MiB on i-3", "etcd.quota is 64MiB", "restarts none to take it");

    fixture.node("i-3").dbBytes = 64 * MIB - 1;
    assertThat(restarts()).isTrue();
  }
}
