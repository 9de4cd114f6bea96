package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.Holder;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What EC2 once showed counts for ever: EC2 itself forgets a terminated instance after an hour. */
class StatusCarryOverTest {
  private static final InstanceId DEAD = new InstanceId("i-3");

  private static ClusterFixture terminatedAndSeen() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.status = StatusCarryOver.next(fixture.view());
    return fixture;
  }

  private static ClusterFixture forgottenByEc2(Duration since) {
    ClusterFixture fixture = terminatedAndSeen().after(since);
    fixture.instances.remove(DEAD);
    return fixture;
  }

  @Test
  void terminatedBecomesATombstoneOfTheMomentItWasSeen() {
    assertThat(terminatedAndSeen().status.tombstones()).isEqualTo(Map.of(DEAD, ClusterFixture.NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT59M", "PT61M", "PT5H", "P30D", "P3650D"})
  void aTombstoneStaysHoweverLongAgoEc2ForgotTheInstance(String since) {
    ClusterFixture fixture = forgottenByEc2(Duration.parse(since));

    assertThat(StatusCarryOver.next(fixture.view()).tombstones())
        .isEqualTo(Map.of(DEAD, ClusterFixture.NOW));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TERMINATED")
  void noLaterAnswerOfEc2TakesATombstoneAway(InstanceState state) {
    ClusterFixture fixture = terminatedAndSeen().after(Duration.ofHours(2));
    fixture.instances.put(DEAD, state);

    assertThat(StatusCarryOver.next(fixture.view()).tombstones())
        .isEqualTo(Map.of(DEAD, ClusterFixture.NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2H", "P30D"})
  void aMemberThatDiedLongAgoIsStillProvenDeadAndRemoved(String since) {
    ClusterFixture fixture = forgottenByEc2(Duration.parse(since));

    StartCommand issue = (StartCommand) fixture.plan().decision();

    assertThat(issue.command())
        .isInstanceOfSatisfying(
            RemoveMember.class,
            remove -> assertThat(remove.target()).isEqualTo(fixture.member("i-3")));
  }

  @Test
  void anInstanceThatNobodyEverSawTerminatedIsNotGoneThoughEc2NoLongerKnowsIt() {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3").after(Duration.ofHours(5));
    fixture.instances.remove(DEAD);

    assertThat(StatusCarryOver.next(fixture.view()).tombstones()).isEmpty();
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  private static ClusterFixture recorded(Duration since) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.status =
        fixture.status.withTerminations(
            List.of(Termination.decided(DEAD, "hangs", ClusterFixture.NOW)));
    return fixture.after(since);
  }

  private static List<Termination> left(ClusterFixture fixture) {
    return StatusCarryOver.next(fixture.view()).terminations();
  }

  private static ClusterFixture unknownToAll(Duration since) {
    ClusterFixture fixture = recorded(since);
    fixture.silence("i-3");
    fixture.instances.remove(DEAD);
    fixture.lifecycles.remove(DEAD);
    fixture.records = fixture.records.withUnknownToEc2(Set.of(DEAD));
    return fixture;
  }

  @Test
  void aTerminationIsStruckOffOnceEc2HasShownTheInstanceTerminated() {
    ClusterFixture fixture = recorded(Duration.ZERO).terminate("i-3");

    assertThat(left(fixture)).isEmpty();
  }

  @Test
  void aTerminationOfWhatEc2HasForgottenIsStruckOffWithoutATombstone() {
    ClusterFixture fixture = unknownToAll(Duration.ofMinutes(61));

    assertThat(left(fixture)).isEmpty();
    assertThat(StatusCarryOver.next(fixture.view()).tombstones()).isEmpty();
  }

  @Test
  void itIsKeptWhileEc2MayStillKnowTheInstance() {
    assertThat(left(unknownToAll(Duration.ofMinutes(60)))).hasSize(1);
  }

  @Test
  void itIsKeptWhileTheGroupHasTheInstanceOrCannotBeRead() {
    ClusterFixture listed = recorded(Duration.ofHours(2));
    listed.instances.remove(DEAD);
    ClusterFixture unread = unknownToAll(Duration.ofHours(2));
    unread.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(left(listed)).hasSize(1);
    assertThat(left(unread)).hasSize(1);
  }

  @Test
  void itIsKeptWhileEc2AnswersForNobodyOrStillKnowsIt() {
    ClusterFixture silentEc2 = unknownToAll(Duration.ofHours(2));
    silentEc2.records = silentEc2.records.withUnknownToEc2(Set.of());
    ClusterFixture known = unknownToAll(Duration.ofHours(2));
    known.instances.put(DEAD, InstanceState.RUNNING);
    known.records = known.records.withUnknownToEc2(Set.of());
    ClusterFixture noneRuns = unknownToAll(Duration.ofHours(2));
    noneRuns.instances.clear();

    assertThat(left(silentEc2)).hasSize(1);
    assertThat(left(known)).hasSize(1);
    assertThat(left(noneRuns)).hasSize(1);
  }

  /** As with tables that were copied to another region: it may live where the cluster is. */
  @Test
  void itIsKeptWhereEc2HasShownNoInstanceOfTheCluster() {
    ClusterFixture fixture = unknownToAll(Duration.ofHours(2));
    Holder holder =
        new Holder(Generation.FIRST, "disk-1", ClusterFixture.NOW).shownIn("us-east-1/1");
    fixture.status =
        fixture.status.withData(fixture.status.data().seen(Map.of(new InstanceId("i-1"), holder)));

    fixture.groupIn("eu-west-1/1");
    assertThat(left(fixture)).hasSize(1);
    fixture.groupIn("us-east-1/1");
    assertThat(left(fixture)).isEmpty();
  }

  @Test
  void theBootstrapWaitBeginsWithTheFirstNodeAndIsNotBegunAnew() {
    ClusterFixture fixture = ClusterFixture.registered(1);
    fixture.status = StatusCarryOver.next(fixture.view());
    fixture.after(Duration.ofMinutes(3));

    assertThat(StatusCarryOver.next(fixture.view()).nodesSince()).contains(ClusterFixture.NOW);
    assertThat(StatusCarryOver.next(ClusterFixture.registered(0).view()).nodesSince()).isEmpty();
    assertThat(StatusCarryOver.next(ClusterFixture.healthy(3).view()).nodesSince()).isEmpty();
  }
}
