package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A peer that lags still lists the former member at the URL of the node that joins (I11). The
 * others are a quorum without it and without the former member.
 */
class LaggingPeerTest {
  private static final int TURNS = 200;
  private static final int PEER = 2;
  private static final int LEARNER = 6;

  private final StepWorld world = new StepWorld(new Fuse(Set.of())).bootstrapped(1, 5).damaged();
  private final ModelAgent agent =
      new ModelAgent(world.toldToJoin(Optional.of(world.own())), StepWorld.version());

  @Test
  @Guards("JOIN/START")
  void etcdStartsOnceEveryPeerThatAnswersListsTheLearner() {
    world.cluster.lags(PEER);
    startsOnceItCaughtUp();
  }

  @Test
  void whoTakesItselfForALearnerTellsPeersAnOldListAndClientsNone() {
    MemberId learner = world.cluster.joins(LEARNER, true);
    world.cluster.lags(LEARNER);
    world.cluster.promotes(learner);
    startsOnceItCaughtUp();
  }

  private void startsOnceItCaughtUp() {
    for (int turn = 0; turn < TURNS; turn++) {
      agent.turn(world.pass());
      assertThat(world.etcdRuns()).as("etcd asks a peer that lags for its id").isFalse();
    }
    assertThat(world.cluster.ownEntries()).as("the learner waits").hasSize(1);

    world.cluster.mend();
    agent.until(() -> world.serves() && outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
  }

  @Test
  void anEtcdThatTookTheFormerIdAllTheSameIsGivenUp() {
    world.cluster.lags(PEER);
    world.cluster.hangs(PEER);

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().map(Outcome::detail).orElseThrow())
        .contains("etcd took the id " + world.own());
    assertThat(world.clean()).as("%s", world).isTrue();
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }
}
