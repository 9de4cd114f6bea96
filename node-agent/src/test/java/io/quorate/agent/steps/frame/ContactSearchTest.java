package io.quorate.agent.steps.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.run.ModelAgent;
import io.quorate.agent.steps.Fuse;
import io.quorate.agent.steps.StepWorld;
import io.quorate.command.Outcome;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whom a joining node asks, when an etcd of another cluster has taken a contact's address. */
class ContactSearchTest {
  private static final int TURNS = 200;

  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).bootstrapped(2, 5).toldToJoin(Optional.empty());
  private final ModelAgent agent = new ModelAgent(world, StepWorld.version());

  @Test
  void joinsThroughTheContactOfTheRightCluster() {
    world.cluster.removes(world.cluster.at(2));
    world.cluster.strangerAt(2);

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.cluster.ownVotes()).isTrue();
  }

  @Test
  void waitsWhileOnlyAnotherClusterAnswers() {
    world.cluster.strangerAt(2);
    world.cluster.strangerAt(3);

    for (int turn = 0; turn < TURNS; turn++) {
      agent.turn(world.pass());
    }

    assertThat(world.etcdRuns()).isFalse();
    assertThat(world.cluster.ownEntries()).isEmpty();
  }

  /** etcd might ask it for its id; of five voters, etcd adds a learner beside four. */
  @Test
  void noEtcdStartsWhileAnotherClusterAnswersForAListedMember() {
    world.cluster.strangerAt(2);

    for (int turn = 0; turn < TURNS; turn++) {
      agent.turn(world.pass());
      assertThat(world.etcdRuns()).isFalse();
    }

    assertThat(world.cluster.ownEntries()).as("the learner waits").hasSize(1);
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }
}
