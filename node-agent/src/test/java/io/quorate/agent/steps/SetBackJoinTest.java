package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.run.ModelAgent;
import io.quorate.guards.Guards;
import io.quorate.state.DataState;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A disk that is set back, journal and all, into the middle of the join that made it a voter. */
class SetBackJoinTest {
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).newcomer().toldToJoin(Optional.empty());

  @Test
  @Guards("JOIN/START")
  void itsEtcdNeverRunsOnTheEmptyDirectoryUnderTheIdThatVotes() {
    ModelAgent joining = agent();
    joining.until(() -> member().filter(m -> !m.started()).isPresent());
    StepWorld.DiskCopy unused = world.copyDisk();
    joining.until(() -> world.etcd.promoted);
    assertThat(world.remembered().flatMap(AgentJournal::outcome)).as("still open").isEmpty();

    world.setBack(unused);
    ModelAgent back = agent();
    back.until(
        () -> {
          assertThat(world.etcdRuns()).as("etcd ran on an empty directory").isFalse();
          return world.remembered().flatMap(AgentJournal::outcome).isPresent();
        });

    assertThat(world.remembered().flatMap(AgentJournal::verdict).map(DataVerdict::state))
        .contains(DataState.LOST);
  }

  private Optional<JournalMember> member() {
    return world.remembered().flatMap(AgentJournal::member);
  }

  private ModelAgent agent() {
    return new ModelAgent(world, StepWorld.version());
  }
}
