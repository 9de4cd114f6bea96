package io.quorate.agent.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.run.ModelAgent;
import io.quorate.command.Outcome;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A voter's peer URL is set back; whoever must not get it, does not. */
class SetPeerUrlTest {
  private static final String ELSEWHERE = "http://192.0.2.1:2380";
  private static final String URL = StepWorld.endpoints(2).peerUrl();

  private final StepWorld world = new StepWorld(new Fuse(Set.of())).bootstrapped().serving();
  private final MemberId changed = world.cluster.at(2);

  private Optional<Outcome> outcome() {
    return world.remembered().flatMap(AgentJournal::outcome);
  }

  private Outcome end(StepWorld told) {
    ModelAgent agent = new ModelAgent(told, StepWorld.version());
    agent.until(() -> outcome().isPresent());
    return outcome().orElseThrow();
  }

  @Test
  @Guards({"SET_PEER_URL/CHECK", "SET_PEER_URL/SET", "SET_PEER_URL/CONFIRM"})
  void setsTheUrlOfAVoterBack() {
    world.cluster.lists(changed, ELSEWHERE);

    Outcome ended = end(world.toldToSetPeerUrl(changed, URL));

    assertThat(ended.result()).isEqualTo(Outcome.Result.DONE);
    assertThat(world.cluster.lists(URL)).isTrue();
    assertThat(world.cluster.at(2)).isEqualTo(changed);
  }

  @Test
  @Guards("SET_PEER_URL/CHECK")
  void leavesALearnerWhichEtcdWouldMakeAVoter() {
    MemberId learner = world.cluster.joins(9, true);

    Outcome ended = end(world.toldToSetPeerUrl(learner, ELSEWHERE));

    assertThat(ended.result()).isEqualTo(Outcome.Result.FAILED);
    assertThat(ended.detail()).contains("is a learner");
    assertThat(world.etcd.changes).isZero();
  }

  @Test
  @Guards("SET_PEER_URL/CHECK")
  void failsAtOnceWhenAnotherMemberIsListedThere() {
    world.cluster.lists(changed, ELSEWHERE);
    MemberId other = world.cluster.at(3);
    world.cluster.lists(other, URL);

    Outcome ended = end(world.toldToSetPeerUrl(changed, URL));

    assertThat(ended.result()).isEqualTo(Outcome.Result.FAILED);
    assertThat(ended.detail()).contains("member " + other + " is listed at " + URL);
    assertThat(world.etcd.changes).isZero();
  }

  @Test
  @Guards("SET_PEER_URL/CONFIRM")
  void failsWhenItIsChangedAgainBeforeItIsConfirmed() {
    world.cluster.lists(changed, ELSEWHERE);
    ModelAgent agent = new ModelAgent(world.toldToSetPeerUrl(changed, URL), StepWorld.version());
    agent.until(() -> at("CONFIRM"));
    world.cluster.lists(changed, ELSEWHERE);

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.FAILED);
    assertThat(outcome().orElseThrow().detail()).contains("again");
  }

  @Test
  @Guards("SET_PEER_URL/undo/CONCLUDE")
  void oneThatIsCancelledBeforeItSetsLeavesTheUrl() {
    world.cluster.lists(changed, ELSEWHERE);

    Outcome ended = end(world.toldToSetPeerUrl(changed, URL).cancelledAt("SET"));

    assertThat(ended.result()).isEqualTo(Outcome.Result.CANCELLED);
    assertThat(world.cluster.lists(ELSEWHERE)).isTrue();
  }

  @Test
  @Guards("SET_PEER_URL/undo/CONCLUDE")
  void oneThatLandedAllTheSameIsDoneThoughItWasCancelled() {
    world.cluster.lists(changed, ELSEWHERE);
    ModelAgent agent =
        new ModelAgent(
            world.toldToSetPeerUrl(changed, URL).cancelledAt("SET"), StepWorld.version());
    agent.until(
        () ->
            world
                .remembered()
                .flatMap(AgentJournal::progress)
                .flatMap(CommandProgress::undo)
                .isPresent());
    world.cluster.lists(changed, URL);

    agent.until(() -> outcome().isPresent());

    assertThat(outcome().map(Outcome::result)).contains(Outcome.Result.DONE);
  }

  private boolean at(String step) {
    return world
        .remembered()
        .flatMap(AgentJournal::progress)
        .filter(progress -> progress.step().equals(step))
        .isPresent();
  }
}
