package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A promotion that takes effect after its join was given up. */
class LatePromotionTest {
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of()))
          .newcomer()
          .toldToJoin(Optional.empty())
          .cancelledAt("PROMOTE");

  @Test
  @Guards("JOIN/CONFIRM")
  void aLearnerThatBecomesAVoterWhileItStopsComesBack() {
    ModelAgent agent = new ModelAgent(world, StepWorld.version());
    world.host.stopsSlowly();
    agent.until(() -> world.host.asked());
    world.cluster.promotes(world.cluster.at(1));
    agent.until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);

    world.host.stops();

    agent.until(world::serves);
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }
}
