package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a learner's directory when its join is undone (I6). */
class LearnerDirectoryTest {
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of()))
          .newcomer()
          .toldToJoin(Optional.empty())
          .cancelledAt("PROMOTE");
  private final ModelAgent agent = new ModelAgent(world, StepWorld.version());

  @Test
  @Guards("JOIN/undo/REMOVE_OWN_LEARNER")
  void itIsDeletedWhereAQuorumListedItAsALearnerTillItsEnd() {
    String directory = directory();

    agent.until(() -> outcome().isPresent());

    assertThat(world.disk.discarded).containsExactly(directory);
  }

  /** Nobody answers for the member: whether it was promoted is not known. */
  @Test
  void itIsArchivedWhereAnotherGenerationHasBegun() {
    directory();
    world.nextGenerationBegins();

    agent.until(() -> outcome().isPresent());

    assertThat(world.disk.discarded).isEmpty();
    assertThat(world.disk.directories()).isEmpty();
  }

  /** Somebody may have made it a voter and removed it then. */
  @Test
  void itIsArchivedWhereSomebodyElseRemovedTheMember() {
    directory();
    world.cluster.removes(world.cluster.at(1));

    agent.until(() -> outcome().isPresent());

    assertThat(world.disk.discarded).isEmpty();
    assertThat(world.disk.directories()).isEmpty();
  }

  /** An etcd that came back after the look may have been promoted meanwhile. */
  @Test
  void itIsArchivedWhereItsEtcdRanAfterTheProof() {
    directory();
    agent.until(() -> atStep("ARCHIVE_DIRECTORY"));
    String name = journal().flatMap(AgentJournal::member).orElseThrow().directory();
    JournalStore store = JournalStore.open(world.journal, journal().orElseThrow());
    Queue<Boolean> stopped = new ArrayDeque<>(List.of(false, true));
    StepContext context =
        new StepContext(
            StepWorld.SELF,
            store,
            new NoEtcd(),
            world.disk,
            new NoControl() {
              @Override
              public void stop() {}

              @Override
              public boolean stopped() {
                return stopped.remove();
              }
            },
            StepWorld.SPEC,
            () -> "nonce");

    assertThat(new ArchiveDirectory().go(context)).isInstanceOf(StepResult.Wait.class);
    assertThat(new ArchiveDirectory().go(context)).isInstanceOf(StepResult.Finish.class);
    assertThat(world.disk.discarded).isEmpty();
    assertThat(world.disk.directories()).doesNotContain(name);
  }

  private String directory() {
    agent.until(() -> atStep("PROMOTE") || atStep("STOP_LEARNER"));
    return journal().flatMap(AgentJournal::member).map(JournalMember::directory).orElseThrow();
  }

  private boolean atStep(String step) {
    return journal()
        .flatMap(AgentJournal::progress)
        .map(CommandProgress::step)
        .equals(Optional.of(step));
  }

  private Optional<AgentJournal> journal() {
    return world.remembered();
  }

  private Optional<Outcome> outcome() {
    return journal().flatMap(AgentJournal::outcome);
  }
}
