package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What else may be terminated while a recorded termination waits for a quorum without its node. */
class HeldBackTerminationTest {
  private static final InstanceId FIRST = new InstanceId("i-3");
  private static final InstanceId SECOND = new InstanceId("i-2");

  /** The first hung, is to be terminated, and serves again; by now the second hangs. */
  private static Scene secondHangs() {
    Scene scene = JoinAndHungRulesTest.hung();
    scene.status = scene.plan().status();
    scene.node("i-3").stillFor = Duration.ZERO;
    scene.inactive("i-3", Duration.ZERO);
    return scene.silence("i-2").inactive("i-2", Duration.ofHours(1));
  }

  private static Scene asked(Scene scene, InstanceId instance, Instant at) {
    List<Termination> asked =
        scene.status.terminations().stream()
            .map(intent -> intent.instance().equals(instance) ? intent.asked(at) : intent)
            .toList();
    scene.status = scene.status.withTerminations(asked);
    return scene;
  }

  private static Optional<InstanceId> marked(Scene scene) {
    return scene.plan().decision() instanceof Decision.IntendTermination intend
        ? Optional.of(intend.termination().instance())
        : Optional.empty();
  }

  private static Optional<InstanceId> askedFor(Scene scene) {
    return scene.plan().decision() instanceof Decision.Terminate ask
        ? Optional.of(ask.termination().instance())
        : Optional.empty();
  }

  @Test
  void anotherThatHangsIsMarkedForItMayBeWhatTheFirstWaitsFor() {
    Scene scene = secondHangs();
    assertThat(marked(scene)).contains(SECOND);

    scene.status = scene.plan().status();
    assertThat(askedFor(scene)).contains(SECOND);
    assertThat(scene.plan().status().terminating(FIRST)).as("never taken back").isTrue();
  }

  @Test
  void nobodyIsMarkedWhileWhoAskedForTheFirstMayYetBeAboutToCall() {
    Scene scene = secondHangs();
    asked(scene, FIRST, scene.now.minus(Duration.ofMinutes(19)));
    assertThat(marked(scene)).isEmpty();

    assertThat(marked(scene.after(Duration.ofMinutes(2)))).contains(SECOND);
  }

  @Test
  void oneIsAskedForAtATimeForEachCountsOnTheOther() {
    Scene scene = secondHangs();
    scene.status = scene.plan().status();
    asked(scene, SECOND, scene.now.minus(Duration.ofMinutes(1)));
    scene.node("i-2").stillFor = Duration.ZERO;
    scene.inactive("i-2", Duration.ZERO);

    assertThat(askedFor(scene)).as("not the first").contains(SECOND);
    scene.lifecycles.put(SECOND, "Terminating:Wait");
    assertThat(askedFor(scene.after(Duration.ofHours(1)))).isEmpty();
  }
}
