package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member leaves without a pause, never at the cost of a quorum, and archives no voter's data. */
class LeaveTest {
  private static final int LOOKS = 200;
  private static final int PAST_DEADLINE = 1_000;

  private final StepWorld world = new StepWorld(new Fuse(Set.of()));

  private MemberId own() {
    return world.cluster.ownEntries().get(0).id();
  }

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }

  private boolean at(String step) {
    return world
        .remembered()
        .flatMap(AgentJournal::progress)
        .map(CommandProgress::step)
        .filter(step::equals)
        .isPresent();
  }

  private ModelAgent agent() {
    return new ModelAgent(world, StepWorld.version());
  }

  private static void looks(ModelAgent agent, StepWorld world, int times) {
    for (int look = 0; look < times; look++) {
      agent.turn(world.pass());
    }
  }

  @Test
  @Guards("LEAVE/MOVE_LEADER")
  void theLeadershipIsMovedBeforeTheLeaderIsRemoved() {
    world.bootstrapped().serving().toldToLeave();
    MemberId leaving = own();
    assertThat(world.cluster.leader()).contains(leaving);
    agent().until(() -> at("REMOVE"));
    assertThat(world.cluster.leader()).isPresent().get().isNotEqualTo(leaving);
    assertThat(world.cluster.entries()).extracting(MemberEntry::id).contains(leaving);
  }

  @Test
  @Guards("LEAVE/ARCHIVE_DIRECTORY")
  void theDirectoryIsOutOfEtcdsPathAndTheJournalKnowsNoMember() {
    world.bootstrapped().serving().toldToLeave();
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.clean()).isTrue();
    assertThat(world.remembered().orElseThrow().member()).isEmpty();
    assertThat(world.cluster.entries()).hasSize(2);
  }

  @Test
  @Guards("LEAVE/MOVE_LEADER")
  void theLastVoterNeverLeaves() {
    world.servingAlone().toldToLeave();
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail()).contains("the last one never leaves");
    assertThat(world.serves()).isTrue();
  }

  @Test
  @Guards("LEAVE/REMOVE")
  void whileTooFewOfTheOthersAnswerItStaysListed() {
    world.bootstrapped().serving().toldToLeave();
    world.cluster.leads(2);
    world.cluster.hangs(2, 3);
    ModelAgent agent = agent();
    looks(agent, world, LOOKS);
    assertThat(world.serves()).isTrue();
    assertThat(outcome()).isEmpty();

    world.cluster.answers(2, 3);
    agent.until(() -> outcome().isPresent());
    assertThat(world.clean()).isTrue();
  }

  @Test
  @Guards("LEAVE/CONFIRM")
  void aRemovalThatNoOtherVoterConfirmsArchivesNothing() {
    world.bootstrapped().serving().toldToLeave();
    ModelAgent agent = agent();
    agent.until(() -> at("CONFIRM"));
    world.cluster.hangs(2, 3);
    looks(agent, world, PAST_DEADLINE);
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(world.disk.directories()).containsExactly(StepWorld.FORMER_DIRECTORY);
    assertThat(world.remembered().orElseThrow().member()).isPresent();
  }

  @Test
  void anEtcdThatDoesNotAnswerIsRemovedThroughAnotherVoter() {
    world.bootstrapped().serving().toldToLeave();
    world.cluster.leads(2);
    world.cluster.hangs(1);
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.clean()).isTrue();
  }

  @Test
  @Guards("LEAVE/undo/CONCLUDE")
  void aLeaveThatIsCancelledBeforeItsRemovalServesOn() {
    world.bootstrapped().serving().toldToLeave().cancelledAt("REMOVE");
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.CANCELLED);
    assertThat(world.serves()).isTrue();
  }

  @Test
  @Guards("LEAVE/undo/CONCLUDE")
  void aRemovalThatLandedIsCarriedToItsEndThoughItWasCancelled() {
    world.bootstrapped().serving().toldToLeave().cancelledAt("REMOVE");
    MemberId leaving = own();
    ModelAgent agent = agent();
    agent.until(
        () ->
            world
                .remembered()
                .flatMap(AgentJournal::progress)
                .flatMap(CommandProgress::undo)
                .isPresent());
    world.cluster.removes(leaving);
    agent.until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.clean()).isTrue();
  }
}
