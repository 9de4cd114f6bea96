package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.port.Exit;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.state.DataState;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A learner whose data is called unusable while its join is under way (I11). */
class UnusableLearnerTest {
  private final StepWorld world =
      new StepWorld(new Fuse(Set.of())).newcomer().toldToJoin(Optional.empty());

  @Test
  @Guards({"JOIN/undo/STOP_LEARNER", "JOIN/undo/REMOVE_OWN_LEARNER", "JOIN/undo/ARCHIVE_DIRECTORY"})
  void aJoinWhoseEtcdCallsItsFirstDataCorruptIsUndone() {
    world.host.diesOf(Exit.Cause.DATA_CORRUPT);
    ModelAgent agent = agent();

    agent.until(() -> outcome().isPresent());

    assertUndone(DataState.DAMAGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CATCH_UP", "PROMOTE"})
  @Guards("JOIN/PROMOTE")
  void aLearnerWhoseDirectoryIsGoneIsNeverMadeAVoter(String step) {
    ModelAgent agent = agent();
    agent.until(() -> atStep(step));
    world.disk.wipe(member().orElseThrow().directory());

    agent.until(() -> outcome().isPresent());

    assertThat(world.etcd.promoted).isFalse();
    assertUndone(DataState.LOST);
  }

  @Test
  void aDiskThatIsSetBackToItsStartIsNotStartedThoughItsMemberVotesByNow() {
    ModelAgent joining = agent();
    joining.until(() -> member().filter(JournalMember::started).isPresent());
    AgentJournal then = journal();
    assertThat(atStep("START")).isTrue();
    joining.until(() -> world.etcd.promoted);
    world.killEtcd();
    DataVerdict rolledBack = new DataVerdict(DataState.ROLLED_BACK, "its row reported more");
    world.journal.left(AgentJournalCodec.write(then.edit().verdict(rolledBack).done()));
    ModelAgent back = agent();

    back.until(
        () -> {
          assertThat(world.etcdRuns()).as("etcd ran on data that was set back").isFalse();
          return outcome().isPresent();
        });

    assertThat(outcome().map(Outcome::result)).as("it is a voter").contains(Outcome.Result.DONE);
    assertThat(journal().verdict()).contains(rolledBack);
    assertThat(world.etcdRuns()).isFalse();
  }

  private void assertUndone(DataState verdict) {
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().map(Outcome::detail).orElseThrow()).contains(verdict.name());
    assertThat(world.clean()).as("%s", world).isTrue();
  }

  private boolean atStep(String step) {
    return journal().progress().map(CommandProgress::step).equals(Optional.of(step));
  }

  private AgentJournal journal() {
    return world.remembered().orElseThrow();
  }

  private Optional<JournalMember> member() {
    return world.remembered().flatMap(AgentJournal::member);
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }

  private ModelAgent agent() {
    return new ModelAgent(world, StepWorld.version());
  }
}
