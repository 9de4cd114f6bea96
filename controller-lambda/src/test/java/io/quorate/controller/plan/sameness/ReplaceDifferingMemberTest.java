package io.quorate.controller.plan.sameness;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.LeaveCluster;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.ComparisonFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who leaves because its data differ, and who does not. */
class ReplaceDifferingMemberTest {
  private static final Duration AGO = Duration.ofMinutes(1);

  /** All were equal an hour ago; since then these hold something else, by two rounds. */
  private static ComparisonFixture differing(int voters, String... wrong) {
    ComparisonFixture fixture = equal(voters);
    for (String instance : wrong) {
      fixture.hashes.put(instance, 9L);
    }
    return twice(fixture);
  }

  private static ComparisonFixture equal(int voters) {
    ComparisonFixture fixture = new ComparisonFixture(voters);
    return fixture.ended(Result.EQUAL, Duration.ofHours(1), all(fixture));
  }

  private static ComparisonFixture twice(ComparisonFixture fixture) {
    return fixture
        .ended(Result.DIFFERS, AGO, all(fixture))
        .ended(Result.DIFFERS, AGO, all(fixture));
  }

  private static String[] all(ComparisonFixture fixture) {
    return fixture.cluster.actors.keySet().stream().map(InstanceId::value).toArray(String[]::new);
  }

  private static Optional<InstanceId> leaving(ComparisonFixture fixture) {
    return fixture.cluster.plan().decision() instanceof StartCommand start
            && start.command() instanceof LeaveCluster leave
        ? Optional.of(leave.header().executor())
        : Optional.empty();
  }

  private static Optional<String> told(ComparisonFixture fixture, Condition.Type type) {
    return fixture.cluster.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  @Guards({"REPLACE_DIFFERING_MEMBER", "DATA_DIFFERS"})
  void tellsTheOneInTheMinorityToLeave() {
    ComparisonFixture fixture = differing(3, "i-2");

    assertThat(leaving(fixture)).contains(new InstanceId("i-2"));
    assertThat(told(fixture, Condition.Type.DATA_DIFFERS))
        .hasValueSatisfying(words -> assertThat(words).contains("i-1, i-3 (hash 7); i-2 (hash 9)"));
    assertThat(told(fixture, Condition.Type.DATA_DISPUTED)).isEmpty();
  }

  @Test
  void tellsTheLeaderToLeaveFirst() {
    assertThat(leaving(differing(3, "i-1"))).contains(new InstanceId("i-1"));
    assertThat(leaving(differing(5, "i-1", "i-2"))).contains(new InstanceId("i-1"));
  }

  @Test
  void touchesNobodyBeforeASecondRoundFindsTheSame() {
    ComparisonFixture once = equal(3);
    once.hashes.put("i-2", 9L);
    once.ended(Result.DIFFERS, AGO, all(once));
    assertThat(leaving(once)).isEmpty();

    once.hashes.put("i-2", 7L);
    once.hashes.put("i-3", 9L);
    once.ended(Result.DIFFERS, AGO, all(once));
    assertThat(leaving(once)).isEmpty();
  }

  @Test
  void comparesAgainBeforeItActsOnAnOldComparison() {
    ComparisonFixture fixture = differing(3, "i-2");
    fixture.cluster.now = fixture.cluster.now.plus(Duration.ofMinutes(15));

    assertThat(leaving(fixture)).isEmpty();
    assertThat(fixture.told()).isPresent();
  }

  @Test
  @Guards("DATA_DISPUTED")
  void touchesNobodyWithoutAMajority() {
    ComparisonFixture three = equal(3);
    three.hashes.put("i-2", 8L);
    three.hashes.put("i-3", 9L);

    for (ComparisonFixture fixture : new ComparisonFixture[] {twice(three), differing(2, "i-2")}) {
      assertThat(leaving(fixture)).isEmpty();
      assertThat(told(fixture, Condition.Type.DATA_DISPUTED)).isPresent();
      assertThat(told(fixture, Condition.Type.DATA_DIFFERS)).isEmpty();
    }
  }

  /** Away for long, it got the data of the leader, whose data is wrong. */
  @Test
  void doesNotCountAVoterWhoseDataCameInAnotherFileSinceAllWereEqual() {
    ComparisonFixture fixture = equal(3);
    fixture.hashes.put("i-1", 9L);
    fixture.hashes.put("i-3", 9L);
    fixture.files.put("i-3", "2@2");
    twice(fixture);

    assertThat(leaving(fixture)).isEmpty();
    assertThat(told(fixture, Condition.Type.DATA_DISPUTED)).isPresent();
  }

  @Test
  void beforeAllWereEverEqualOnlyVotersWithTheirFirstFileCount() {
    ComparisonFixture own = new ComparisonFixture(3);
    own.hashes.put("i-2", 9L);
    assertThat(leaving(twice(own))).contains(new InstanceId("i-2"));

    ComparisonFixture received = new ComparisonFixture(3);
    received.hashes.put("i-2", 9L);
    received.notFirst.add("i-3");
    assertThat(leaving(twice(received))).isEmpty();
    assertThat(told(received, Condition.Type.DATA_DISPUTED)).isPresent();
  }

  /** Agents of an earlier release tell nothing of files. */
  @Test
  void countsThoseThatTellNoFileAsBefore() {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.tellsFiles = false;
    fixture.hashes.put("i-2", 9L);

    assertThat(leaving(twice(fixture))).contains(new InstanceId("i-2"));
  }

  /** A voter that joined after all were equal has its data from the leader, right or wrong. */
  @Test
  void doesNotCountAVoterThatJoinedAfterAllWereEqual() {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.ended(Result.EQUAL, Duration.ofHours(1), "i-1", "i-2");
    fixture.hashes.put("i-1", 9L);
    fixture.hashes.put("i-3", 9L);
    twice(fixture);

    assertThat(leaving(fixture)).isEmpty();
    assertThat(told(fixture, Condition.Type.DATA_DISPUTED)).isPresent();
  }

  /** Three of five answer, and two of them are equal: no majority of the five. */
  @Test
  void countsAMajorityOfAllVotersNotOfThoseThatAnswer() {
    ComparisonFixture fixture = equal(5);
    fixture.hashes.put("i-3", 9L);
    fixture.ended(Result.DIFFERS, AGO, "i-1", "i-2", "i-3");
    fixture.ended(Result.DIFFERS, AGO, "i-1", "i-2", "i-3");

    assertThat(leaving(fixture)).isEmpty();
    assertThat(told(fixture, Condition.Type.DATA_DISPUTED)).isPresent();
  }

  @Test
  void countsTheInitialMembersWhereNothingWasEverEqual() {
    ComparisonFixture fixture = new ComparisonFixture(3);
    fixture.hashes.put("i-3", 9L);

    assertThat(leaving(twice(fixture))).contains(new InstanceId("i-3"));
  }

  @Test
  void waitsWhileAnotherVoterDoesNotServe() {
    ComparisonFixture fixture = differing(5, "i-2");
    fixture.cluster.silence("i-4");

    assertThat(leaving(fixture)).isEmpty();
    assertThat(told(fixture, Condition.Type.DATA_DIFFERS))
        .hasValueSatisfying(words -> assertThat(words).contains("It waits: "));
  }

  @Test
  void waitsForTheFleetBreakerTheGroupAndAsManyVotersAsDesired() {
    ComparisonFixture breaker = differing(3, "i-2");
    breaker.cluster.fleet = ClusterFixture.fleet(4, 3);
    ComparisonFixture group = differing(3, "i-2");
    group.cluster.groupInstead = Optional.of(new GroupView.Unknown("throttled"));
    ComparisonFixture fewer = differing(3, "i-2");
    fewer.cluster.desired = 4;

    for (ComparisonFixture fixture : new ComparisonFixture[] {breaker, group, fewer}) {
      assertThat(leaving(fixture)).isEmpty();
      assertThat(told(fixture, Condition.Type.DATA_DIFFERS)).isPresent();
    }
  }

  @Test
  void neverLeavesBesideAnOpenMembershipCommand() {
    ComparisonFixture fixture = differing(3, "i-2");
    fixture.cluster.open(CommandKind.REMOVE_MEMBER, "i-1");

    assertThat(leaving(fixture)).isEmpty();
  }

  @Test
  void replacesTheInstanceTheSecondTime() {
    ComparisonFixture fixture = differing(3, "i-2");
    var first = fixture.cluster.plan().status();
    assertThat(first.group().leaves(new InstanceId("i-2"))).isFalse();
    fixture.cluster.status =
        fixture.cluster.status.withTasks(
            fixture.cluster.status.tasks().withComparison(first.tasks().comparison()));

    assertThat(fixture.cluster.plan().status().group().leaves(new InstanceId("i-2"))).isTrue();
  }

  @Test
  void isOverOnceTheMemberIsNotListed() {
    ComparisonFixture fixture = differing(3, "i-2");
    fixture.cluster.left("i-2").data("i-2", DataState.NONE);

    assertThat(told(fixture, Condition.Type.DATA_DIFFERS)).isEmpty();
    assertThat(told(fixture, Condition.Type.DATA_DISPUTED)).isEmpty();
  }
}
