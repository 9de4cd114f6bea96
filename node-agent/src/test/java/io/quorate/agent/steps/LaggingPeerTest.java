package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.run.ModelAgent;
import io.quorate.instruction.Outcome;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A peer that lags still lists the former member at the URL of the node that joins (I11). */
class LaggingPeerTest {
  private static final int TURNS = 200;
  private static final String PEER = StepWorld.endpoints(2).clientUrl();

  private final StepWorld world =
      new StepWorld(new Fuse(Set.of()))
          .bootstrapped()
          .damaged()
          .toldToJoin(Optional.of(StepWorld.FORMER));
  private final ModelAgent agent = new ModelAgent(world, StepWorld.version());

  @Test
  void etcdStartsOnceEveryPeerThatAnswersListsTheLearner() {
    world.cluster.lags(PEER);
    startsOnceItCaughtUp();
  }

  @Test
  void whoTakesItselfForALearnerTellsPeersAnOldListAndClientsNone() {
    world.cluster.learns(PEER);
    startsOnceItCaughtUp();
  }

  private void startsOnceItCaughtUp() {
    for (int turn = 0; turn < TURNS; turn++) {
      agent.turn(world.pass());
      assertThat(world.etcdRuns()).as("etcd asks %s for its id", PEER).isFalse();
    }
    assertThat(world.cluster.ownEntries()).as("the learner waits").hasSize(1);

    world.cluster.catchUp();
    agent.until(() -> world.serves() && outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
  }

  @Test
  void anEtcdThatTookTheFormerIdAllTheSameIsGivenUp() {
    world.cluster.lags(PEER);
    world.cluster.of(PEER).deaf = true;

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().map(Outcome::detail).orElseThrow())
        .contains("etcd took the id " + StepWorld.FORMER);
    assertThat(world.clean()).as("%s", world).isTrue();
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }
}
