package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import io.quorate.state.Condition;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnapshotChecksTest {
  private static Optional<String> condition(SnapshotFixture fixture, Condition.Type type) {
    return fixture.cluster.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  private static SnapshotFixture withNewest(Duration ago, long revision) {
    return SnapshotFixture.of(3).catalogue(SnapshotFixture.verified(ago, revision));
  }

  @Test
  void aClusterThatJustBecameHasNoneOfThem() {
    SnapshotFixture fixture = SnapshotFixture.of(3);

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_OVERDUE)).isEmpty();
    assertThat(condition(fixture, Condition.Type.SNAPSHOT_UNVERIFIED)).isEmpty();
    assertThat(condition(fixture, Condition.Type.SNAPSHOT_FAILED)).isEmpty();
  }

  @Test
  @Guards("SNAPSHOT_OVERDUE")
  void twoIntervalsWithoutASnapshotAreOverdueAndTheMessageSaysWhy() {
    assertThat(condition(withNewest(Duration.ofMinutes(59), 40), Condition.Type.SNAPSHOT_OVERDUE))
        .isEmpty();
    assertThat(condition(withNewest(Duration.ofMinutes(61), 50), Condition.Type.SNAPSHOT_OVERDUE))
        .isEmpty();

    SnapshotFixture old = withNewest(Duration.ofMinutes(61), 40);
    assertThat(condition(old, Condition.Type.SNAPSHOT_OVERDUE).orElseThrow())
        .contains("TAKE_SNAPSHOT is under way on i-2");
    SnapshotFixture ignorant =
        withNewest(Duration.ofMinutes(61), 40).knows("i-1").knows("i-2").knows("i-3");
    assertThat(condition(ignorant, Condition.Type.SNAPSHOT_OVERDUE).orElseThrow())
        .contains("no agent of a serving voter knows TAKE_SNAPSHOT");
  }

  @Test
  void withoutAnySnapshotItIsOverdueTwoIntervalsAfterTheBootstrap() {
    SnapshotFixture fixture = SnapshotFixture.of(3).knows("i-1").knows("i-2").knows("i-3");
    fixture.cluster.after(Duration.ofMinutes(61));

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_OVERDUE).orElseThrow())
        .contains("there is none of this generation");
    assertThat(condition(fixture.spec("interval: off"), Condition.Type.SNAPSHOT_OVERDUE)).isEmpty();
  }

  @Test
  @Guards("SNAPSHOT_UNVERIFIED")
  void aDayWithoutAVerificationIsTold() {
    SnapshotRecord verified = SnapshotFixture.verified(Duration.ofHours(25).plusMinutes(31), 40);
    SnapshotRecord newer = SnapshotFixture.taken(Duration.ofMinutes(5), 50);
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .catalogue(verified, newer)
            .failed(CommandKind.VERIFY_SNAPSHOT, 3, Duration.ofSeconds(1), "i-2");

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_UNVERIFIED).orElseThrow())
        .contains("VERIFY_SNAPSHOT failed 3 times in a row")
        .contains("the newest that is proved is " + verified.id())
        .contains("quorate snapshot verify demo");
    assertThat(condition(fixture.spec("verify: off"), Condition.Type.SNAPSHOT_UNVERIFIED))
        .isEmpty();
    assertThat(condition(fixture.catalogue(verified), Condition.Type.SNAPSHOT_UNVERIFIED))
        .isEmpty();
    SnapshotRecord recent = SnapshotFixture.verified(Duration.ofHours(25), 40);
    assertThat(
            condition(
                fixture.spec("interval: 30m").catalogue(recent, newer),
                Condition.Type.SNAPSHOT_UNVERIFIED))
        .as("one a day is verified: a little more than a day is none too much")
        .isEmpty();
  }

  /** Verifications that end, and find each snapshot wrong, are no better than none. */
  @Test
  @Guards("SNAPSHOT_UNVERIFIED")
  void whereEachIsFoundWrongItIsToldWhatThatCosts() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .catalogue(
                SnapshotFixture.taken(Duration.ofDays(3), 30).failed("HASH"),
                SnapshotFixture.taken(Duration.ofHours(1), 40).failed("HASH"));

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_UNVERIFIED).orElseThrow())
        .contains("was found wrong", "a snapshot that nobody has restored")
        .contains("no archived data directory is deleted", "no member changes its release");
  }

  @Test
  @Guards("SNAPSHOT_FAILED")
  void aFailureIsToldWithTheWayOut() {
    SnapshotFixture fixture =
        withNewest(Duration.ofMinutes(31), 40)
            .failed(CommandKind.TAKE_SNAPSHOT, 1, Duration.ofSeconds(5), "i-2");

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_FAILED).orElseThrow())
        .contains("STORE_AWAY")
        .contains("look at the node's way to the bucket");
  }

  @Test
  @Guards("SNAPSHOT_FAILED")
  void aWrongSnapshotIsToldUntilANewerOneIsRight() {
    SnapshotRecord wrong =
        SnapshotFixture.taken(Duration.ofMinutes(9), 49).failed("its hash differs");
    SnapshotRecord right = SnapshotFixture.verified(Duration.ofMinutes(1), 50);

    assertThat(
            condition(SnapshotFixture.of(3).catalogue(wrong), Condition.Type.SNAPSHOT_FAILED)
                .orElseThrow())
        .contains("was found wrong")
        .contains("its hash differs");
    assertThat(
            condition(
                SnapshotFixture.of(3).catalogue(wrong, right), Condition.Type.SNAPSHOT_FAILED))
        .isEmpty();
  }

  @Test
  void aBucketThatRefusesIsTold() {
    SnapshotFixture fixture = withNewest(Duration.ofMinutes(1), 50);
    fixture.cluster.status =
        fixture.cluster.status.withTasks(
            fixture
                .cluster
                .status
                .tasks()
                .withBucket(
                    fixture
                        .cluster
                        .status
                        .tasks()
                        .bucket()
                        .failed(BucketUse.SNAPSHOTS, "REFUSED: locked", ClusterFixture.NOW)));

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_FAILED).orElseThrow())
        .contains("REFUSED: locked (an object lock or a policy keeps the object)");
  }

  @Test
  void anOverdueSnapshotDuringAChangeIsTold() {
    SnapshotFixture fixture = withNewest(Duration.ofMinutes(61), 40).knows("i-1").knows("i-3");
    fixture.cluster.open(CommandKind.REMOVE_MEMBER, "i-2");

    assertThat(condition(fixture, Condition.Type.SNAPSHOT_OVERDUE).orElseThrow())
        .contains("carries out an instruction");
  }
}
