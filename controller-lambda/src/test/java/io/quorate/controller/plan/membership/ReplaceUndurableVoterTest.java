package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.JoinCluster;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A majority of the voters lost its directories, and its etcds still vote. */
class ReplaceUndurableVoterTest {
  /** The first voters lost their directories. The cluster knew a snapshot of before. */
  private static SnapshotFixture lost(int voters, int lost) {
    SnapshotFixture fixture =
        SnapshotFixture.of(voters).catalogue(SnapshotFixture.verified(Duration.ofMinutes(5), 40));
    for (int n = 1; n <= lost; n++) {
      fixture.cluster.data("i-" + n, DataState.LOST);
    }
    return fixture;
  }

  /** The last voter, whose data is intact, takes a snapshot. */
  private static SnapshotFixture rescuing(int voters, int lost) {
    return taking(lost(voters, lost), "i-" + voters);
  }

  private static SnapshotFixture taking(SnapshotFixture fixture, String executor) {
    SnapshotId subject = SnapshotFixture.taken(Duration.ZERO, 50).id();
    return fixture.open(CommandKind.TAKE_SNAPSHOT, executor, subject);
  }

  private static Decision decision(SnapshotFixture fixture) {
    return fixture.cluster.plan().decision();
  }

  private static void assertJoins(SnapshotFixture fixture, String... anyOf) {
    assertThat(decision(fixture))
        .isInstanceOfSatisfying(
            StartCommand.class,
            issue -> {
              assertThat(issue.reason().code()).isEqualTo("MAJORITY_NOT_DURABLE");
              assertThat(issue.command())
                  .isInstanceOfSatisfying(
                      JoinCluster.class,
                      join -> {
                        String executor = join.header().executor().value();
                        assertThat(executor).isIn((Object[]) anyOf);
                        assertThat(join.formerMember())
                            .isEqualTo(Optional.of(fixture.cluster.member(executor)));
                      });
            });
  }

  private static void assertNobodyIsTold(SnapshotFixture fixture) {
    assertThat(decision(fixture)).extracting(Decision::code).isNotEqualTo("ISSUE_INSTRUCTION");
  }

  @Test
  void aSnapshotIsTakenAtOnceThroughAVoterWithIntactData() {
    assertThat(decision(lost(3, 2)))
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> {
              assertThat(start.command().header().executor()).isEqualTo(new InstanceId("i-3"));
              assertThat(start.reason().code()).isEqualTo("MAJORITY_NOT_DURABLE");
            });
  }

  @Test
  void theSnapshotWaitsForNoOpenChange() {
    SnapshotFixture fixture = lost(5, 3);
    fixture.cluster.open(CommandKind.REMOVE_MEMBER, "i-5");

    assertThat(decision(fixture))
        .isInstanceOfSatisfying(
            StartCommand.class,
            start ->
                assertThat(start.command().header().executor()).isEqualTo(new InstanceId("i-4")));
  }

  @Test
  @Guards("REPLACE_UNDURABLE_VOTER")
  void aFollowerWithoutItsDirectoryIsReplacedOnceASnapshotIsUnderWay() {
    assertJoins(rescuing(3, 2), "i-2");
    assertJoins(rescuing(5, 3), "i-2", "i-3");
  }

  @Test
  @Guards("REPLACE_UNDURABLE_VOTER")
  void nobodyIsReplacedBeforeASnapshotWasBegun() {
    SnapshotFixture unable = lost(3, 2);
    for (int n = 1; n <= 3; n++) {
      unable.knows("i-" + n);
    }

    assertNobodyIsTold(unable);
  }

  @Test
  void aSnapshotThatFailedHoldsUpNoReplacement() {
    assertJoins(
        lost(3, 2).failed(CommandKind.TAKE_SNAPSHOT, 1, Duration.ofSeconds(-1), "i-3"), "i-2");
    assertNobodyIsTold(
        lost(3, 2).failed(CommandKind.TAKE_SNAPSHOT, 1, Duration.ofSeconds(30), "i-3"));
  }

  @Test
  void whoTakesTheSnapshotIsNotReplaced() {
    assertJoins(taking(lost(3, 2), "i-2"), "i-1");
  }

  @Test
  void nobodyIsReplacedWhenThoseThatRemainProveNoQuorum() {
    SnapshotFixture ended = rescuing(5, 3);
    ended.cluster.node("i-4").answering = false;
    ended.cluster.node("i-4").quorumProven = false;
    ended.cluster.node("i-5").answering = false;
    ended.cluster.node("i-5").quorumProven = false;
    assertNobodyIsTold(ended);

    SnapshotFixture missed = rescuing(3, 2);
    missed.cluster.inactive("i-3", Duration.ofSeconds(3));
    assertNobodyIsTold(missed);
  }

  @Test
  void dataThatMayBeSalvagedStaysAndSoDoAllWithoutOneIntactVoter() {
    SnapshotFixture damaged = rescuing(3, 0);
    damaged.cluster.data("i-1", DataState.DAMAGED).data("i-2", DataState.ROLLED_BACK);
    assertNobodyIsTold(damaged);

    assertNobodyIsTold(rescuing(3, 3));
  }

  @Test
  void theChangeRestsOnTheReportsOfAllThatProveTheQuorum() {
    Plan plan = rescuing(5, 3).cluster.plan();

    assertThat(plan.heartbeatEvidence().keySet())
        .extracting(InstanceId::value)
        .containsExactlyInAnyOrder("i-1", "i-2", "i-3", "i-4", "i-5");
  }

  @Test
  void oneChangeAtATime() {
    SnapshotFixture fixture = rescuing(3, 2);
    fixture.cluster.open(CommandKind.JOIN, "i-2");

    assertNobodyIsTold(fixture);
  }

  /** The first was promoted, and the snapshot that was begun before is taken. */
  private static SnapshotFixture promoted(SnapshotFixture fixture, String first) {
    fixture.cluster.status = fixture.cluster.plan().status();
    fixture.cluster.data(first, DataState.INTACT);
    return fixture.catalogue(SnapshotFixture.taken(Duration.ZERO, 50));
  }

  @Test
  void theNextFollowsWhileAMajorityStillHasNoDirectory() {
    SnapshotFixture fixture = promoted(lost(5, 4), "i-2");

    assertJoins(fixture, "i-3", "i-4");
  }

  @Test
  void onceAMajorityIsDurableADeadMemberIsReplacedAsAlways() {
    for (SnapshotFixture fixture :
        List.of(promoted(lost(3, 2), "i-2"), promoted(lost(5, 3), "i-2"))) {
      assertThat(decision(fixture))
          .isInstanceOfSatisfying(
              StartCommand.class,
              issue -> assertThat(issue.reason().code()).isNotEqualTo("MAJORITY_NOT_DURABLE"));
    }
  }
}
