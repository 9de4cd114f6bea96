package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A desired capacity below the members is told of. */
class InstanceChecksTest {
  @Test
  void aDesiredCapacityBelowTheMembersIsToldOfAndRemovesNobody() {
    Scene scene = Scene.healthy(3);
    scene.desired = 1;

    Plan plan = scene.plan();
    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(below(scene))
        .hasValueSatisfying(
            why -> assertThat(why).contains("wishes 1", "3 members", "back to 3", "no member"));
  }

  @Test
  void theDesiredCapacityOfTheMembersOrMoreIsNot() {
    Scene scene = Scene.healthy(3);
    assertThat(below(scene)).isEmpty();

    scene.desired = 5;
    assertThat(below(scene)).isEmpty();
  }

  @Test
  void aDeadMemberThatIsStillListedDoesNotCount() {
    Scene scene = Scene.healthy(3).terminate("i-3");
    scene.desired = 2;

    assertThat(below(scene)).isEmpty();
  }

  private static Optional<String> below(Scene scene) {
    return scene.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.CAPACITY_BELOW_MEMBERS)
        .map(Condition::message)
        .findFirst();
  }
}
