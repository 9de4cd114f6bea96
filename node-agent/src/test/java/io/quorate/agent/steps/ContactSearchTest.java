package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.run.ModelAgent;
import io.quorate.instruction.Outcome;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whom a joining node asks, when an etcd of another cluster has taken a contact's address. */
class ContactSearchTest {
  private static final int TURNS = 200;
  private static final String FIRST = StepWorld.endpoints(2).clientUrl();
  private static final String SECOND = StepWorld.endpoints(3).clientUrl();

  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).newcomer().toldToJoin(Optional.empty());
  private final ModelAgent agent = new ModelAgent(world, StepWorld.version());

  @Test
  void joinsThroughTheContactOfTheRightCluster() {
    world.cluster.strangerAt(FIRST);

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.cluster.ownVotes()).isTrue();
  }

  @Test
  void waitsWhileOnlyAnotherClusterAnswers() {
    world.cluster.strangerAt(FIRST);
    world.cluster.strangerAt(SECOND);

    for (int turn = 0; turn < TURNS; turn++) {
      agent.turn(world.pass());
    }

    assertThat(world.etcdRuns()).isFalse();
    assertThat(world.cluster.ownEntries()).isEmpty();
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }
}
