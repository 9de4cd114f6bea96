package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a removal that is cancelled, or whose target was started meanwhile. */
class RemovalTest {
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).bootstrapped().servingBesideADead();
  private final MemberId dead = world.cluster.at(9);

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }

  private boolean listsTheDead() {
    return world.cluster.entries().stream().map(MemberEntry::id).anyMatch(dead::equals);
  }

  @Test
  @Guards("REMOVE_MEMBER/undo/CONCLUDE")
  void oneThatIsCancelledBeforeItRemovesLeavesTheMember() {
    ModelAgent agent = agent(world.toldToRemove(dead, false).cancelledAt("REMOVE"));

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.CANCELLED);
    assertThat(listsTheDead()).isTrue();
  }

  @Test
  @Guards("REMOVE_MEMBER/undo/CONCLUDE")
  void oneThatLandedAllTheSameIsDoneThoughItWasCancelled() {
    ModelAgent agent = agent(world.toldToRemove(dead, false).cancelledAt("REMOVE"));
    agent.until(
        () ->
            world
                .remembered()
                .flatMap(AgentJournal::progress)
                .flatMap(CommandProgress::undo)
                .isPresent());
    world.cluster.removes(dead);

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
  }

  @Test
  @Guards("REMOVE_MEMBER/CHECK")
  void aTargetThatWasToGoOnlyUnstartedStaysOnceItWasStarted() {
    ModelAgent agent = agent(world.toldToRemove(dead, true));

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail()).contains("was started: it stays");
    assertThat(listsTheDead()).isTrue();
  }

  @Test
  @Guards("REMOVE_MEMBER/CHECK")
  void aTargetThatWasToGoOnlyAsALearnerStaysOnceItWasPromoted() {
    ModelAgent agent = agent(world.toldToRemoveTheLearner(dead));

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail()).contains("was promoted: it stays");
    assertThat(listsTheDead()).isTrue();
  }

  private static ModelAgent agent(StepWorld told) {
    return new ModelAgent(told, StepWorld.version());
  }
}
