package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.port.Exit;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A member restarts beside a quorum alone, and runs again whatever becomes of that. */
class RestartMemberTest {
  private static final int LOOKS = 200;
  private static final int PAST_DEADLINE = 1_000;

  private final StepWorld world = new StepWorld(new Fuse(Set.of()));

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

  private void looks(ModelAgent agent, int times) {
    for (int look = 0; look < times; look++) {
      agent.turn(world.pass());
    }
  }

  private StepWorld told() {
    return RestartStory.told(world);
  }

  @Test
  @Guards("RESTART_MEMBER/MOVE_LEADER")
  void etcdServesWithTheSettingsOfTheSpecAndAnotherLeads() {
    MemberId own = told().cluster.ownEntries().getFirst().id();
    assertThat(world.cluster.leader()).contains(own);
    ModelAgent agent = agent();
    agent.until(() -> at("STOP"));
    assertThat(world.cluster.leader()).isPresent().get().isNotEqualTo(own);
    agent.until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.serves()).isTrue();
    assertThat(RestartStory.taken(world)).isTrue();
    assertThat(world.host.asked()).isTrue();
  }

  @Test
  @Guards("RESTART_MEMBER/STOP")
  void itIsNotStoppedWhileTheOthersAreNoQuorum() {
    told();
    ModelAgent agent = agent();
    agent.until(() -> at("STOP"));
    world.cluster.hangs(3);
    looks(agent, LOOKS);
    assertThat(world.host.asked()).isFalse();
    world.cluster.answers(3);
    agent.until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
  }

  /** An operator asks for it. */
  @Test
  void itRestartsThoughItHasTheSettings() {
    RestartStory.toldAnew(world, 1);
    long before = starts();
    assertThat(before).isEqualTo(1);
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.host.asked()).isTrue();
    assertThat(starts()).isEqualTo(before + 1);
    assertThat(world.serves()).isTrue();
  }

  @Test
  void itIsLeftAloneWhereItWasStartedSinceThatWasAskedFor() {
    RestartStory.toldAnew(world, 0);
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.host.asked()).isFalse();
  }

  @Test
  @Guards("RESTART_MEMBER/START")
  void etcdServesWithTheReleaseThatTheCommandNames() {
    RestartStory.toldRelease(world);
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
    assertThat(world.host.release()).contains(RestartStory.NEXT);
    assertThat(world.remembered().orElseThrow().runs().release()).contains(RestartStory.NEXT);
    assertThat(world.serves()).isTrue();
  }

  @Test
  @Guards("RESTART_MEMBER/CHECK")
  void itIsNotStoppedForAReleaseThatIsNotOnTheNode() {
    RestartStory.toldRelease(world);
    world.host.prepares(StepWorld.version());
    agent().until(() -> outcome().isPresent());
    assertThat(world.host.asked()).isFalse();
    assertThat(outcome().orElseThrow().detail()).contains(RestartStory.NEXT + " is not on this");
  }

  /** The controller's rows may be older than what was written since. */
  @Test
  @Guards("RESTART_MEMBER/CHECK")
  void itIsNotStoppedForAQuotaThatItsDatabaseHasReached() {
    told();
    long quota =
        ClusterSpec.defaults(StepWorld.SELF.cluster(), StepWorld.version()).etcd().quota().bytes();
    world.etcd.dbBytes = quota;
    agent().until(() -> outcome().isPresent());
    assertThat(world.host.asked()).isFalse();
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail())
        .contains("the database has 2GiB, and etcd.quota is 2GiB");
  }

  @Test
  @Guards("RESTART_MEMBER/CHECK")
  void itRestartsWhileItsDatabaseIsBelowTheQuota() {
    told();
    world.etcd.dbBytes =
        ClusterSpec.defaults(StepWorld.SELF.cluster(), StepWorld.version()).etcd().quota().bytes()
            - 1;
    agent().until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
  }

  /** Until etcd has stopped, a start is one of the old release. */
  @Test
  @Guards("RESTART_MEMBER/START")
  void theJournalNamesTheNextReleaseOnlyOnceEtcdHasStopped() {
    RestartStory.toldRelease(world);
    ModelAgent agent = agent();
    agent.until(() -> at("STOP"));
    assertThat(world.remembered().orElseThrow().runs().release()).contains(StepWorld.version());
    world.host.stopsSlowly();
    looks(agent, 3);
    assertThat(world.host.asked()).isTrue();
    assertThat(world.remembered().orElseThrow().runs().release()).contains(StepWorld.version());
  }

  @Test
  @Guards("RESTART_MEMBER/undo/START_ANYWAY")
  void aMemberThatDoesNotComeBackRunsTheReleaseBeforeAgain() {
    RestartStory.toldRelease(world);
    ModelAgent agent = agent();
    agent.until(() -> at("START"));
    world.host.diesOf(Exit.Cause.FAILED);
    agent.until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    looks(agent, LOOKS);
    assertThat(world.host.release()).as("the installed one").isEmpty();
    assertThat(RestartStory.tellsWhatRuns(world)).isTrue();
  }

  /** A journal that named another release than the one that runs would hide it from the next. */
  @Test
  @Guards("RESTART_MEMBER/undo/START_ANYWAY")
  void anEtcdThatServesWithTheNextReleaseIsNotStoppedByACancel() {
    RestartStory.toldRelease(world);
    ModelAgent agent = agent();
    agent.until(() -> at("CONFIRM") && world.serves());
    world.cancelledAt("CONFIRM");
    agent.until(() -> outcome().isPresent());
    looks(agent, LOOKS);
    assertThat(world.host.release()).contains(RestartStory.NEXT);
    assertThat(RestartStory.tellsWhatRuns(world)).isTrue();
    assertThat(world.serves()).isTrue();
  }

  @Test
  @Guards("RESTART_MEMBER/CHECK")
  void itIsNotStoppedBeforeTheSpecThatAsksForItWasRead() {
    RestartStory.told(world, "settings-of-a-later-spec");
    ModelAgent agent = agent();
    looks(agent, PAST_DEADLINE);
    assertThat(world.host.asked()).isFalse();
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail()).contains("settings-of-a-later-spec");
    assertThat(world.serves()).isTrue();
  }

  @Test
  @Guards("RESTART_MEMBER/CONFIRM")
  void anEtcdThatEndsAgainAndAgainFailsTheRestartAndIsTriedOn() {
    told();
    ModelAgent agent = agent();
    agent.until(() -> at("STOP"));
    world.host.diesOf(Exit.Cause.FAILED);
    agent.until(() -> outcome().isPresent());
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail()).contains("modelled");
    long before = starts();
    looks(agent, PAST_DEADLINE);
    assertThat(starts()).isGreaterThan(before);
  }

  private long starts() {
    return world.remembered().orElseThrow().runs().starts();
  }

  @Test
  @Guards("RESTART_MEMBER/undo/START_ANYWAY")
  void aCancelWhileItStopsLeavesItRunning() {
    told();
    world.host.stopsSlowly();
    ModelAgent agent = agent();
    agent.until(() -> at("STOP"));
    world.cancelledAt("STOP");
    agent.until(() -> outcome().isPresent());
    looks(agent, LOOKS);
    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.CANCELLED);
    assertThat(world.serves()).isTrue();
  }
}
