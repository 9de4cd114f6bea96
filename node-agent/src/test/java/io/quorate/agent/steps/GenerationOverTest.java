package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.model.Generation;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A join whose cluster is lost with everyone in it: the next generation ends it (I1). */
class GenerationOverTest {
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).newcomer().toldToJoin(Optional.empty());

  @ParameterizedTest
  @ValueSource(strings = {"PREPARE_DIRECTORY", "ADD_LEARNER", "START", "CATCH_UP", "PROMOTE"})
  void theJoinIsUndoneThoughNobodyAnswers(String step) {
    ModelAgent agent = agent();
    agent.until(() -> atStep(step));

    world.nextGenerationBegins();

    agent.until(() -> outcome().isPresent());
    assertUndone();
  }

  @Test
  void anUndoThatWaitsForAnAnswerGoesOn() {
    world.cancelledAt("CATCH_UP");
    ModelAgent agent = agent();
    agent.until(() -> atStep("STOP_LEARNER"));

    world.nextGenerationBegins();

    agent.until(() -> outcome().isPresent());
    assertUndone();
  }

  private void assertUndone() {
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.CANCELLED);
    assertThat(world.disk.directories()).isEmpty();
    assertThat(world.etcdRuns()).isFalse();
    assertThat(journal().member()).isEmpty();
    assertThat(journal().progress()).isEmpty();
    assertThat(journal().seenGeneration()).isEqualTo(new Generation(2));
  }

  private boolean atStep(String step) {
    return world
        .remembered()
        .flatMap(AgentJournal::progress)
        .map(CommandProgress::step)
        .equals(Optional.of(step));
  }

  private AgentJournal journal() {
    return world.remembered().orElseThrow();
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }

  private ModelAgent agent() {
    return new ModelAgent(world, StepWorld.version());
  }
}
