package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.run.ModelAgent;
import io.quorate.instruction.Outcome;
import io.quorate.model.MemberId;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A voter is removed only while a quorum of those that remain answers. */
class RemainingQuorumTest {
  private static final MemberId DEAD = new MemberId(0x66);
  private static final int LOOKS = 200;

  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).bootstrapped().servingBesideADead(DEAD);

  @Test
  void whileTooFewAnswerTheDeadOneStaysListed() {
    MemberId hung =
        world.cluster.left(new MemberId(0x67), "i-8", StepWorld.endpoints(8), false, true);
    world.cluster.of(StepWorld.endpoints(8).clientUrl()).hangs = true;
    world.cluster.of(StepWorld.endpoints(3).clientUrl()).hangs = true;
    ModelAgent agent = new ModelAgent(world.toldToRemove(DEAD, false), StepWorld.version());

    for (int look = 0; look < LOOKS; look++) {
      agent.turn(world.pass());
    }

    assertThat(world.cluster.entries()).extracting(entry -> entry.id()).contains(DEAD, hung);
    assertThat(world.remembered().orElseThrow().outcome()).isEmpty();
  }

  @Test
  void onceTheyAnswerItIsRemoved() {
    world.cluster.left(new MemberId(0x67), "i-8", StepWorld.endpoints(8), false, true);
    world.cluster.of(StepWorld.endpoints(8).clientUrl()).hangs = true;
    world.cluster.of(StepWorld.endpoints(3).clientUrl()).hangs = true;
    ModelAgent agent = new ModelAgent(world.toldToRemove(DEAD, false), StepWorld.version());
    agent.turn(world.pass());
    world.cluster.of(StepWorld.endpoints(3).clientUrl()).hangs = false;

    agent.until(() -> world.remembered().orElseThrow().outcome().isPresent());

    assertThat(world.remembered().orElseThrow().outcome().map(Outcome::result))
        .contains(Outcome.Result.DONE);
    assertThat(world.cluster.entries()).extracting(entry -> entry.id()).doesNotContain(DEAD);
  }
}
