package io.quorate.agent.steps.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.run.ModelAgent;
import io.quorate.agent.steps.Fuse;
import io.quorate.agent.steps.StepWorld;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A voter is removed only while a quorum of those that remain answers. */
class RemainingQuorumTest {
  private static final int LOOKS = 200;

  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).bootstrapped().servingBesideADead();
  private final MemberId dead = world.cluster.at(9);

  @Test
  @Guards("REMOVE_MEMBER/REMOVE")
  void whileTooFewAnswerTheDeadOneStaysListed() {
    MemberId hung = world.cluster.joins(8, false);
    world.cluster.hangs(3, 8);
    ModelAgent agent = new ModelAgent(world.toldToRemove(dead, false), StepWorld.version());

    for (int look = 0; look < LOOKS; look++) {
      agent.turn(world.pass());
    }

    assertThat(world.cluster.entries()).extracting(entry -> entry.id()).contains(dead, hung);
    assertThat(world.remembered().orElseThrow().outcome()).isEmpty();
  }

  @Test
  void onceTheyAnswerItIsRemoved() {
    world.cluster.joins(8, false);
    world.cluster.hangs(3, 8);
    ModelAgent agent = new ModelAgent(world.toldToRemove(dead, false), StepWorld.version());
    agent.turn(world.pass());
    world.cluster.answers(3);

    agent.until(() -> world.remembered().orElseThrow().outcome().isPresent());

    assertThat(world.remembered().orElseThrow().outcome().map(Outcome::result))
        .contains(Outcome.Result.DONE);
    assertThat(world.cluster.entries()).extracting(entry -> entry.id()).doesNotContain(dead);
  }
}
