package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.RequestReplacement;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who ended while no controller looked for an hour, and when EC2's ignorance proves it (I7). */
class ForgottenInstancesTest {
  private static final InstanceId ENDED = new InstanceId("i-3");
  private static final String HERE = "us-east-1/123456789012";
  private static final String ELSEWHERE = "eu-west-1/123456789012";

  private ClusterFixture fixture = RecoveryFixture.recorded();
  private String place = HERE;

  /** A turn whose status is kept. */
  private void turn() {
    fixture.groupIn(place);
    fixture.status = StatusCarryOver.next(fixture.view());
  }

  private void turnAfter(String time) {
    fixture.after(Duration.parse(time));
    turn();
  }

  private void ec2Knows(boolean it) {
    if (it) {
      fixture.instances.put(ENDED, InstanceState.RUNNING);
    } else {
      fixture.instances.remove(ENDED);
    }
    fixture.records = fixture.records.withUnknownToEc2(it ? Set.of() : Set.of(ENDED));
  }

  /** Seen once; then nobody looked, and it ended. */
  private ForgottenInstancesTest ended() {
    turn();
    fixture.silence("i-3");
    ec2Knows(false);
    return this;
  }

  private boolean gone() {
    return fixture.status.terminated(ENDED);
  }

  private Holder holder() {
    return Optional.ofNullable(fixture.status.data().holders().get(ENDED)).orElseThrow();
  }

  @Test
  void unknownAtTwoLooksAnHourApartItIsGone() {
    ended();

    turnAfter("PT70M");
    assertThat(gone()).as("the first look").isFalse();
    assertThat(holder().unknownSince()).contains(fixture.now);
    turnAfter("PT59M");
    assertThat(gone()).isFalse();
    turnAfter("PT1M");
    assertThat(gone()).isTrue();
  }

  /** It ended while it was let have data, before a turn saw it: its group lists it there. */
  @Test
  void whatOnlyItsGroupHasShownIsGoneByTwoLooks() {
    fixture.silence("i-3");
    ec2Knows(false);
    turn();
    assertThat(holder().seenIn()).contains(HERE);

    turnAfter("PT70M");
    turnAfter("PT59M");
    assertThat(gone()).isFalse();
    turnAfter("PT1M");
    assertThat(gone()).isTrue();
  }

  /** Its group lists it still, for it replaces nobody by itself, and its place is free again. */
  @Test
  @Guards("REPLACE_TERMINATED_INSTANCE")
  void itsGroupIsAskedToLaunchAnotherAndItsMemberIsRemoved() {
    ended();
    turnAfter("PT70M");
    turnAfter("PT1H");

    assertThat(fixture.plan().decision()).isInstanceOf(RequestReplacement.class);
    fixture.lifecycles.remove(ENDED);
    turn();
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> {
              assertThat(start.command())
                  .isInstanceOfSatisfying(
                      RemoveMember.class,
                      remove -> assertThat(remove.target()).isEqualTo(fixture.member("i-3")));
              assertThat(start.reason().message()).contains("EC2 showed i-3 once", "has not known");
            });
  }

  /** It was never let have data: that its group lists it says that it was there. */
  private void withoutData() {
    Map<InstanceId, Holder> others = new HashMap<>(fixture.status.data().holders());
    others.remove(ENDED);
    fixture.status = fixture.status.withData(fixture.status.data().seen(others));
  }

  private Map<InstanceId, Instant> missed() {
    return fixture.status.group().missed();
  }

  @Test
  void whoNeverHadDataIsGoneByTwoLooksWhileItsGroupListsIt() {
    ended();
    withoutData();
    turnAfter("PT70M");
    assertThat(missed()).containsOnly(Map.entry(ENDED, fixture.now));
    turnAfter("PT59M");
    assertThat(gone()).isFalse();
    turnAfter("PT1M");
    assertThat(gone()).isTrue();

    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            RequestReplacement.class,
            asked ->
                assertThat(asked.reason().message())
                    .startsWith("EC2 has not known i-3 since")
                    .contains("still lists it"));
    fixture.lifecycles.remove(ENDED);
    turn();
    assertThat(missed()).isEmpty();
  }

  @Test
  void whoNeverHadDataIsNotGoneWhereAnythingSpeaksForIt() {
    ended();
    withoutData();
    turnAfter("PT70M");
    fixture.records = fixture.records.withUnknownToEc2(Set.of());
    turnAfter("PT2H");
    assertThat(gone()).as("EC2 did not answer").isFalse();
    assertThat(missed()).containsKey(ENDED);

    ec2Knows(true);
    turnAfter("PT1M");
    assertThat(missed()).as("EC2 shows it").isEmpty();
    ec2Knows(false);
    turnAfter("PT1M");
    fixture.lifecycles.remove(ENDED);
    turnAfter("PT2H");
    assertThat(gone()).as("its group does not list it").isFalse();
  }

  /** It blocked every later recovery: nobody could show that it is gone. */
  @Test
  void aRecoveryIsNotHeldUpByIt() {
    ended();
    turnAfter("PT70M");
    assertThat(FenceSet.of(ClusterStates.of(fixture.view())).gone()).isEmpty();
    turnAfter("PT1H");

    assertThat(FenceSet.of(ClusterStates.of(fixture.view())).gone())
        .singleElement()
        .satisfies(end -> assertThat(end.why()).contains("EC2 showed it once"));
  }

  @Test
  void whatIsAwaitedIsSaid() {
    ended();
    turnAfter("PT70M");

    assertThat(fixture.plan().decision().reason().message())
        .contains("i-3 (silent since", "EC2 has not known it since");
  }

  /** Tables that were copied to another region: every holder there is unknown here, and serves. */
  @Test
  void askedInAnotherRegionOrAccountNobodyIsGone() {
    ended();
    place = ELSEWHERE;

    turnAfter("PT70M");
    turnAfter("PT2H");
    assertThat(gone()).isFalse();
    assertThat(holder().unknownSince()).isEmpty();
  }

  /** Looked at there first, then here: an hour is counted of one place alone. */
  @Test
  void whatWasMissedHereDoesNotCountElsewhere() {
    ended();
    turnAfter("PT70M");
    place = ELSEWHERE;

    turnAfter("PT2H");
    assertThat(gone()).isFalse();
  }

  @Test
  void whomThisControlPlaneNeverSawIsNotGone() {
    fixture.instances.remove(ENDED);
    fixture.silence("i-3");
    ec2Knows(false);

    turnAfter("PT70M");
    turnAfter("PT2H");
    assertThat(gone()).isFalse();
  }

  @Test
  void anEc2ThatDidNotAnswerHasForgottenNobody() {
    ended();
    fixture.records = fixture.records.withUnknownToEc2(Set.of());
    turnAfter("PT70M");
    assertThat(holder().unknownSince()).isEmpty();

    ec2Knows(false);
    turnAfter("PT1M");
    fixture.records = fixture.records.withUnknownToEc2(Set.of());
    turnAfter("PT2H");
    assertThat(gone()).as("the second look was none").isFalse();
  }

  /** A listing of another account, or an empty one, knows none of the group. */
  @Test
  void anEc2ThatShowsNoOtherOfTheGroupIsNoWitness() {
    ended();
    turnAfter("PT70M");
    fixture.instances.clear();

    turnAfter("PT2H");
    assertThat(gone()).isFalse();
  }

  @Test
  void whoseAgentSpeaksIsNotGoneAndTheHourBeginsAnew() {
    ended();
    turnAfter("PT70M");
    NodeFixture node = fixture.node("i-3");
    node.stillFor = Duration.ZERO;
    node.stillTurns = 0;
    turnAfter("PT2H");
    assertThat(gone()).isFalse();

    fixture.silence("i-3");
    turnAfter("PT1M");
    turnAfter("PT59M");
    assertThat(gone()).isFalse();
  }

  @Test
  void whomEc2ShowsAgainBetweenTheLooksIsNotGone() {
    ended();
    turnAfter("PT70M");
    ec2Knows(true);
    turnAfter("PT30M");
    assertThat(holder().unknownSince()).isEmpty();
    ec2Knows(false);

    turnAfter("PT31M");
    assertThat(gone()).isFalse();
  }

  /** A status that tells the same is not written again and again. */
  @Test
  void aLookThatSaysNothingNewChangesNothing() {
    turn();
    var before = fixture.status;
    turnAfter("PT5M");

    assertThat(fixture.status).isEqualTo(before);
    assertThat(holder().seenIn()).contains(HERE);
  }
}
