package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.run.ModelAgent;
import io.quorate.agent.steps.Fuse.Moment;
import io.quorate.agent.steps.Fuse.Point;
import io.quorate.agent.steps.StepScenario.Return;
import io.quorate.state.DataState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code new} runs once, whenever the agent crashes: then it serves, or its data is LOST. */
class BootstrapCrashTest {
  private static final int TURNS = 20;

  static Stream<Moment> everyStepAndPoint() {
    List<Moment> all = new ArrayList<>();
    for (BootstrapStep step : BootstrapStep.values()) {
      for (Point point : Point.values()) {
        if (point != Point.AFTER_EFFECT || !step.about().does().equals("nothing")) {
          all.add(new Moment(step.name(), point));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everyStepAndPoint")
  void isBornOnceOrLost(Moment moment) {
    List<Moment> moments = live(Set.of(), Return.AGENT_ALONE, false).fuse.moments();
    assertThat(moments).as("the bootstrap comes by every step and point").contains(moment);
    for (int at = 0; at < moments.size(); at++) {
      if (moments.get(at).equals(moment)) {
        for (int second = at; second < at + 8; second++) {
          for (Return back : Return.values()) {
            isBornOnceOrLost(live(Set.copyOf(List.of(at, second)), back, false));
            isBornOnceOrLost(live(Set.copyOf(List.of(at, second)), back, true));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyStepAndPoint")
  void servesUnlessTheRightWasUsedInVain(Moment moment) {
    List<Moment> moments = live(Set.of(), Return.AGENT_ALONE, false).fuse.moments();
    int at = moments.lastIndexOf(moment);
    boolean inVain =
        moment.equals(new Moment("TAKE_IDENTITY", Point.AFTER_JOURNAL))
            || moment.equals(new Moment("EXECUTE", Point.BEFORE));
    assertThat(live(Set.of(at), Return.AGENT_ALONE, false).serves()).isEqualTo(!inVain);
  }

  /**
   * No spec was read, so that nobody knows whether it asks for access control; and nobody ever sees
   * that on.
   */
  @ParameterizedTest
  @MethodSource("everyStepAndPoint")
  void isNeverOpenWhereAccessControlIsAskedFor(Moment moment) {
    List<Moment> moments = live(Set.of(), Return.AGENT_ALONE, false).fuse.moments();
    int at = moments.lastIndexOf(moment);
    for (int second = at; second < at + 8; second++) {
      for (Return back : Return.values()) {
        StepWorld world = live(Set.copyOf(List.of(at, second)), back, false);
        assertThat(world.host.everOpen()).as("%s, then %d", moment, second).isFalse();
        assertThat(world.remembered().filter(j -> j.member().isPresent() && !j.closed())).isEmpty();
      }
    }
  }

  private static void isBornOnceOrLost(StepWorld world) {
    boolean lost =
        world
            .remembered()
            .flatMap(AgentJournal::verdict)
            .map(DataVerdict::state)
            .equals(Optional.of(DataState.LOST));
    assertThat(world.serves() != (lost && !world.host.runs())).as("%s", world).isTrue();
  }

  private static StepWorld live(Set<Integer> crashes, Return back, boolean stillborn) {
    StepWorld world = new StepWorld(new Fuse(crashes)).bootstrapped();
    world.fuse.namedBy(() -> world.bootstrapStep().name());
    if (stillborn) {
      world.host.bearNext();
    }
    Optional<ModelAgent> agent = Optional.empty();
    for (int turn = 0; turn < TURNS; turn++) {
      try {
        agent = Optional.of(agent.orElseGet(() -> new ModelAgent(world, StepWorld.version())));
        agent.get().turn(world.pass());
      } catch (Fuse.Crash crash) {
        agent = Optional.empty();
        if (back == Return.REBOOT) {
          world.reboot();
        }
      }
    }
    return world;
  }
}
