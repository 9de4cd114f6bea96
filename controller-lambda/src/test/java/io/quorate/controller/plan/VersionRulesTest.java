package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A node whose installed etcd the spec's version does not accept. */
class VersionRulesTest {
  private static void installed(Scene scene, String instance, String release, boolean refused) {
    scene.node(instance).runs =
        new EtcdRuns(
            EtcdVersion.parse(release),
            refused ? 0 : 1,
            refused ? Optional.of("the spec wants another") : Optional.empty());
  }

  private static List<String> mismatches(Plan plan) {
    return plan.status().conditions().stream()
        .filter(c -> c.type() == Condition.Type.ETCD_VERSION_MISMATCH)
        .map(Condition::message)
        .toList();
  }

  @Test
  void foundsNothing() {
    Scene scene = Scene.registered(3);
    installed(scene, "i-3", "3.4.30", true);

    Plan plan = scene.plan();
    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(mismatches(plan))
        .singleElement()
        .satisfies(text -> assertThat(text).contains("i-3 has 3.4.30 and does not start it"));
  }

  @Test
  void joinsNothing() {
    Scene scene = Scene.healthy(2);
    scene.desired = 3;
    scene.launch("i-3");
    installed(scene, "i-3", "3.5.2", true);
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);

    installed(scene, "i-3", "3.5.30", false);
    Plan plan = scene.plan();
    assertThat(plan.decision()).isInstanceOf(Decision.Issue.class);
    assertThat(mismatches(plan)).isEmpty();
  }

  @Test
  void doesNotJoinAnewButItsDeadMemberIsRemoved() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST);
    scene.node("i-3").answering = false;
    scene.node("i-3").quorumProven = false;
    installed(scene, "i-3", "3.5.2", true);

    assertThat(scene.plan().decision())
        .isInstanceOfSatisfying(
            Decision.Issue.class,
            issue -> assertThat(issue.instruction().header().executor().value()).isEqualTo("i-1"));
  }

  @Test
  void goesOnAsAMemberThatItRanAndIsToldOf() {
    Scene scene = Scene.healthy(3);
    installed(scene, "i-2", "3.5.2", false);

    Plan plan = scene.plan();
    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(mismatches(plan))
        .singleElement()
        .satisfies(text -> assertThat(text).contains("i-2 has 3.5.2 and goes on with it"));
  }

  @Test
  void aNodeOfAnOlderAgentMayJoin() {
    Scene scene = Scene.registered(3);

    assertThat(scene.plan().decision()).isInstanceOf(Decision.DecideBirth.class);
  }
}
