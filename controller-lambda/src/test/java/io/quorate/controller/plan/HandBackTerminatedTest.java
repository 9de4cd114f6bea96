package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What EC2 shows terminated is handed back to the group that still lists it. */
class HandBackTerminatedTest {
  private static final InstanceId DEAD = new InstanceId("i-3");

  /** Terminated at EC2, not through the group, which keeps it for ever. */
  static Scene dead() {
    Scene scene = Scene.healthy(3).terminate("i-3");
    scene.lifecycles.put(DEAD, "InService");
    return scene;
  }

  private static void handsBack(Scene scene) {
    assertThat(scene.plan().decision())
        .isInstanceOfSatisfying(
            Decision.HandBack.class,
            handBack -> assertThat(handBack.handBack().instance()).isEqualTo(DEAD));
  }

  /** As the table stands once the group was asked. */
  private static Scene asked(Optional<String> failure) {
    Scene scene = dead();
    scene.status = scene.plan().status();
    List<Termination> answered =
        scene.status.handBacks().stream().map(intent -> intent.answered(failure)).toList();
    scene.status = scene.status.withHandBacks(answered);
    return scene;
  }

  @ParameterizedTest
  @ValueSource(strings = {"InService", "Pending", "Pending:Wait", "Standby", "Unheard:Of"})
  void theDeadIsHandedBackInWhateverStateTheGroupListsIt(String lifecycle) {
    Scene scene = dead();
    scene.lifecycles.put(DEAD, lifecycle);

    handsBack(scene);
    assertThat(scene.plan().reliedOn()).as("only EC2's word counts").isEmpty();
    assertThat(scene.plan().status().handBacks())
        .singleElement()
        .satisfies(intent -> assertThat(intent.askedAt()).contains(scene.now));
  }

  @Test
  void whatTheGroupIsLettingGoOrNoLongerListsIsLeftAlone() {
    Scene scene = dead();
    scene.lifecycles.put(DEAD, "Terminating:Wait");
    assertThat(scene.plan().decision()).isNotInstanceOf(Decision.HandBack.class);

    scene.lifecycles.remove(DEAD);
    assertThat(scene.plan().decision()).isNotInstanceOf(Decision.HandBack.class);
  }

  @ParameterizedTest
  @EnumSource(value = InstanceState.class, mode = EnumSource.Mode.EXCLUDE, names = "TERMINATED")
  void nothingButTerminatedIsHandedBack(InstanceState state) {
    Scene scene = dead();
    scene.instances.put(DEAD, state);

    assertThat(scene.plan().decision()).isNotInstanceOf(Decision.HandBack.class);
  }

  @Test
  void theTombstoneCountsOnceEc2HasForgottenTheInstance() {
    Scene scene = dead();
    scene.status = scene.plan().status().withHandBacks(List.of());
    scene.instances.remove(DEAD);

    handsBack(scene);
  }

  @Test
  void itNeedsNoQuorum() {
    Scene scene = dead().data("i-2", DataState.LOST);
    scene.node("i-1").quorumProven = false;

    handsBack(scene);
  }

  @Test
  void theFleetBrakeDoesNotHoldItBack() {
    Scene scene = dead();
    scene.fleet = Scene.fleet(4, 3);

    handsBack(scene);
  }

  @Test
  void anOpenOperationDoesNotHoldItBackNorARecordedTermination() {
    handsBack(dead().open(InstructionKind.JOIN, "i-2"));

    Scene scene = dead();
    scene.status =
        scene.status.withTerminations(
            List.of(Termination.decided(new InstanceId("i-2"), "hangs", scene.now)));
    handsBack(scene);
  }

  @Test
  void itNeedsNoBirth() {
    Scene scene = Scene.registered(3).terminate("i-3");
    scene.lifecycles.put(DEAD, "InService");

    handsBack(scene);
  }

  @Test
  void aTableThatIsOlderThanTheClusterHandsNothingBack() {
    Scene scene = dead();
    scene.tableOfAnotherUid();

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Halt.class);
  }

  @Test
  void itHoldsUpNoRemoval() {
    Scene scene = asked(Optional.empty());

    assertThat(scene.plan().decision())
        .isInstanceOfSatisfying(
            Decision.Issue.class,
            issue -> assertThat(issue.reason().code()).isEqualTo("MEMBER_DEAD"));
    assertThat(asked(Optional.of("access denied")).plan().decision())
        .isInstanceOf(Decision.Issue.class);
  }

  @Test
  void theGroupIsAskedAgainAfterAWhileAndAfterAFailureEachMinute() {
    Scene accepted = asked(Optional.empty());
    assertThat(accepted.after(Duration.ofSeconds(9)).plan().decision())
        .isNotInstanceOf(Decision.HandBack.class);
    handsBack(accepted.after(Duration.ofSeconds(1)));

    Scene failed = asked(Optional.of("access denied"));
    assertThat(failed.after(Duration.ofSeconds(59)).plan().decision())
        .isNotInstanceOf(Decision.HandBack.class);
    handsBack(failed.after(Duration.ofSeconds(1)));
  }

  @Test
  void aFailureIsToldOfUntilTheGroupLetsGo() {
    Scene scene = asked(Optional.of("access denied"));
    assertThat(blocked(scene))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "access denied"));

    scene.lifecycles.put(DEAD, "Terminating");
    assertThat(blocked(scene)).isEmpty();
    assertThat(scene.plan().status().handBacks()).isEmpty();
  }

  @Test
  void aGroupThatDoesNotAnswerIsNotAskedAndNothingIsForgotten() {
    Scene scene = asked(Optional.empty()).after(Duration.ofMinutes(1));
    scene.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(scene.plan().decision()).isNotInstanceOf(Decision.HandBack.class);
    assertThat(scene.plan().status().handBacks()).hasSize(1);
  }

  @Test
  void theDeadIsNotAmongTheNodesThatAreAwaited() {
    Scene scene = asked(Optional.empty());
    scene.listed.removeIf(entry -> entry.name().equals("i-3"));

    assertThat(scene.plan().decision().reason().code()).isEqualTo("NODES_AWAITED");
    assertThat(scene.plan().decision().reason().message())
        .endsWith("awaited an instance that the group launches");
  }

  private static Optional<String> blocked(Scene scene) {
    return scene.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.TERMINATION_BLOCKED)
        .map(Condition::message)
        .findFirst();
  }
}
