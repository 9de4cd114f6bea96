package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.RemoveMember;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What EC2 once showed counts for ever: EC2 itself forgets a terminated instance after an hour. */
class RememberedTest {
  private static final InstanceId DEAD = new InstanceId("i-3");

  private static Scene terminatedAndSeen() {
    Scene scene = Scene.healthy(3).terminate("i-3");
    scene.status = Remembered.next(scene.view());
    return scene;
  }

  private static Scene forgottenByEc2(Duration since) {
    Scene scene = terminatedAndSeen().after(since);
    scene.instances.remove(DEAD);
    return scene;
  }

  @Test
  void terminatedBecomesATombstoneOfTheMomentItWasSeen() {
    assertThat(terminatedAndSeen().status.tombstones()).isEqualTo(Map.of(DEAD, Scene.NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT59M", "PT61M", "PT5H", "P30D", "P3650D"})
  void aTombstoneStaysHoweverLongAgoEc2ForgotTheInstance(String since) {
    Scene scene = forgottenByEc2(Duration.parse(since));

    assertThat(Remembered.next(scene.view()).tombstones()).isEqualTo(Map.of(DEAD, Scene.NOW));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TERMINATED")
  void noLaterAnswerOfEc2TakesATombstoneAway(InstanceState state) {
    Scene scene = terminatedAndSeen().after(Duration.ofHours(2));
    scene.instances.put(DEAD, state);

    assertThat(Remembered.next(scene.view()).tombstones()).isEqualTo(Map.of(DEAD, Scene.NOW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2H", "P30D"})
  void aMemberThatDiedLongAgoIsStillProvenDeadAndRemoved(String since) {
    Scene scene = forgottenByEc2(Duration.parse(since));

    Decision.Issue issue = (Decision.Issue) scene.plan().decision();

    assertThat(issue.instruction())
        .isInstanceOfSatisfying(
            RemoveMember.class,
            remove -> assertThat(remove.target()).isEqualTo(scene.member("i-3")));
  }

  @Test
  void anInstanceThatNobodyEverSawTerminatedIsNotGoneThoughEc2NoLongerKnowsIt() {
    Scene scene = Scene.healthy(3).silence("i-3").after(Duration.ofHours(5));
    scene.instances.remove(DEAD);

    assertThat(Remembered.next(scene.view()).tombstones()).isEmpty();
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  private static Scene recorded(Duration since) {
    Scene scene = Scene.healthy(3);
    scene.status =
        scene.status.withTerminations(List.of(Termination.decided(DEAD, "hangs", Scene.NOW)));
    return scene.after(since);
  }

  private static List<Termination> left(Scene scene) {
    return Remembered.next(scene.view()).terminations();
  }

  private static Scene unknownToAll(Duration since) {
    Scene scene = recorded(since);
    scene.instances.remove(DEAD);
    scene.lifecycles.remove(DEAD);
    return scene;
  }

  @Test
  void aTerminationIsStruckOffOnceEc2HasShownTheInstanceTerminated() {
    Scene scene = recorded(Duration.ZERO).terminate("i-3");

    assertThat(left(scene)).isEmpty();
  }

  @Test
  void aTerminationOfWhatEc2HasForgottenIsStruckOffWithoutATombstone() {
    Scene scene = unknownToAll(Duration.ofMinutes(61));

    assertThat(left(scene)).isEmpty();
    assertThat(Remembered.next(scene.view()).tombstones()).isEmpty();
  }

  @Test
  void itIsKeptWhileEc2MayStillKnowTheInstance() {
    assertThat(left(unknownToAll(Duration.ofMinutes(60)))).hasSize(1);
  }

  @Test
  void itIsKeptWhileTheGroupHasTheInstanceOrCannotBeRead() {
    Scene listed = recorded(Duration.ofHours(2));
    listed.instances.remove(DEAD);
    Scene unread = unknownToAll(Duration.ofHours(2));
    unread.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(left(listed)).hasSize(1);
    assertThat(left(unread)).hasSize(1);
  }

  @Test
  void itIsKeptWhileEc2AnswersForNobodyOrStillKnowsIt() {
    Scene silentEc2 = unknownToAll(Duration.ofHours(2));
    silentEc2.instances.clear();
    Scene known = unknownToAll(Duration.ofHours(2));
    known.instances.put(DEAD, InstanceState.RUNNING);

    assertThat(left(silentEc2)).hasSize(1);
    assertThat(left(known)).hasSize(1);
  }

  @Test
  void theBootstrapWaitBeginsWithTheFirstNodeAndIsNotBegunAnew() {
    Scene scene = Scene.registered(1);
    scene.status = Remembered.next(scene.view());
    scene.after(Duration.ofMinutes(3));

    assertThat(Remembered.next(scene.view()).nodesSince()).contains(Scene.NOW);
    assertThat(Remembered.next(Scene.registered(0).view()).nodesSince()).isEmpty();
    assertThat(Remembered.next(Scene.healthy(3).view()).nodesSince()).isEmpty();
  }
}
