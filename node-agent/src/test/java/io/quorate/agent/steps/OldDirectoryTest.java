package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A disk, or a copy of one, that comes back with a directory of an earlier generation: it is put
 * aside, and the heartbeat tells where its log ends, for it may hold what nobody else has.
 */
class OldDirectoryTest {
  private static final Generation BEFORE = new Generation(0);
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).newcomer().toldToJoin(Optional.empty());

  private static DataDisk.View.Holds data(long term, long index) {
    return new DataDisk.View.Holds(new EtcdClusterId(7), new MemberId(8), "old", term, index);
  }

  private AgentJournal joined() {
    new ModelAgent(world, StepWorld.version())
        .until(() -> world.remembered().flatMap(AgentJournal::outcome).isPresent());
    AgentJournal journal = world.remembered().orElseThrow();
    assertThat(journal.outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    return journal;
  }

  @Test
  void theEndOfItsLogIsToldOf() {
    world.disk.put("0-old", data(3, 56));

    AgentJournal journal = joined();

    assertThat(journal.archived())
        .contains(new JournalFence(BEFORE, "generation-1", "0-old", 3, 56));
    assertThat(world.disk.directories()).doesNotContain("0-old");
  }

  @Test
  void ofSeveralTheOneThatWentFarthest() {
    world.disk.put("0-farther", data(3, 56));
    world.disk.put("0-shorter", data(2, 99));

    assertThat(joined().archived().map(JournalFence::directory)).contains("0-farther");
  }

  @Test
  void whatIsOfThisGenerationOrHoldsNothingIsNotToldOf() {
    world.disk.put("1-other", data(3, 56));
    world.disk.empty("0-empty");

    assertThat(joined().archived()).isEmpty();
  }
}
