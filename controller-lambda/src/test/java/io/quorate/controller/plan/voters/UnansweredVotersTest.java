package io.quorate.controller.plan.voters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandEffect;
import io.quorate.command.JoinCluster;
import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Interruption;
import io.quorate.state.NodeReport;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The leader's first missed answer is shown at once. Nothing is done to that voter for it;
 * meanwhile nobody joins, and no quorum is counted with it.
 */
class UnansweredVotersTest {
  private static final NodeReport INTERRUPTED =
      NodeReport.NOTHING
          .knowing(Set.of("LEAVE"))
          .interrupted(new Interruption("terminate", ClusterFixture.NOW.plusSeconds(120)));

  private static ClusterFixture missed(String instance) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node(instance).seenSilentMillis = 1;
    return fixture;
  }

  private static boolean removes(ClusterFixture fixture, String instance) {
    return fixture.plan().decision() instanceof StartCommand told
        && told.command().effects().contains(new CommandEffect.Removes(fixture.member(instance)));
  }

  /** After the first extension, so that it is the other rules' turn. */
  private static void heldTermination(ClusterFixture fixture) {
    fixture.heldTermination("i-2");
    fixture.status = fixture.plan().status();
  }

  private static Optional<Condition> shown(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .findFirst();
  }

  @Test
  @Guards("VOTER_SILENT")
  void aVoterThatGivesTheLeaderNoAnswerIsShownAtOnce() {
    ClusterFixture fixture = missed("i-3");
    fixture.instances.put(fixture.node("i-3").instance, InstanceState.SHUTTING_DOWN);

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture, Condition.Type.VOTER_SILENT).orElseThrow().message())
        .startsWith("member " + fixture.member("i-3") + " on i-3 gives no answer to the leader i-1")
        .contains("missed by i-1, i-2", "EC2 shows it SHUTTING_DOWN", "for 60 s");
    assertThat(shown(fixture, Condition.Type.REDUNDANCY_NONE).orElseThrow().message())
        .startsWith("2 of 3 voters serve");
  }

  @Test
  void nothingFollowsFromIt() {
    ClusterFixture fixture = missed("i-3").inactive("i-3", Duration.ofHours(1));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().status().terminations()).isEmpty();
    assertThat(ClusterStates.of(fixture.view()).quorum().healthyVoters())
        .as("as the rules count")
        .hasSize(3);
  }

  /** It answers its own agent alone, whose word counts while it speaks. */
  @Test
  void oneThatIsClosedToClientsCountsBesideAnInstanceThatHangs() {
    ClusterFixture fixture = missed("i-3");
    NodeFixture closed = fixture.node("i-3");
    InstanceId hangs = fixture.node("i-2").instance;
    assertThat(ClusterStates.of(fixture.view()).quorum().keptBeside(hangs)).isFalse();
    closed.report = closed.report.closed(true);
    assertThat(ClusterStates.of(fixture.view()).quorum().keptBeside(hangs)).isTrue();
    fixture.silence("i-3");
    assertThat(ClusterStates.of(fixture.view()).quorum().keptBeside(hangs)).isFalse();
  }

  @Test
  void nobodyJoinsMeanwhile() {
    ClusterFixture fixture = missed("i-3");
    fixture.desired = 4;
    fixture.launch("i-4");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("JOIN_WAITS_FOR_ANSWER");
    assertThat(fixture.plan().decision().reason().message())
        .contains("i-4 waits to join: awaited an answer to the leader i-1 of i-3");

    fixture.node("i-3").seenSilentMillis = 0;
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class, told -> assertThat(told.command()).isInstanceOf(JoinCluster.class));
  }

  @Test
  void nobodyIsRemovedWhoseQuorumNeedsThem() {
    Map<String, Consumer<ClusterFixture>> ways =
        Map.of(
            "terminated", fixture -> fixture.terminate("i-2"),
            "data lost", fixture -> fixture.data("i-2", DataState.LOST),
            "shrink",
                fixture -> {
                  fixture.desired = 2;
                  fixture.status =
                      fixture.status.withGroup(
                          fixture
                              .status
                              .group()
                              .leaving(fixture.node("i-2").instance, fixture.now));
                },
            "detached",
                fixture -> {
                  fixture.desired = 2;
                  fixture.lifecycles.remove(fixture.node("i-2").instance);
                },
            "held termination", UnansweredVotersTest::heldTermination,
            "interruption", fixture -> fixture.node("i-2").report = INTERRUPTED);
    ways.forEach(
        (way, leave) -> {
          ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave();
          leave.accept(fixture);
          assertThat(removes(fixture, "i-2")).as(way).isTrue();

          fixture.node("i-3").seenSilentMillis = 1;
          assertThat(removes(fixture, "i-2")).as(way + ", i-3 missed").isFalse();

          fixture.node("i-3").seenSilentMillis = 0;
          assertThat(removes(fixture, "i-2")).as(way + ", i-3 answers").isTrue();
        });
  }

  @Test
  void aMemberIsRemovedWhereTheOthersAreAQuorumWithoutThem() {
    ClusterFixture fixture = ClusterFixture.healthy(5).terminate("i-2");
    fixture.node("i-3").seenSilentMillis = 1;
    assertThat(removes(fixture, "i-2")).as("three of four").isTrue();

    fixture.node("i-4").seenSilentMillis = 1;
    assertThat(removes(fixture, "i-2")).as("two of four").isFalse();
  }

  @Test
  void nobodyIsTerminatedWhoseQuorumNeedsThem() {
    Duration grace = Duration.ofHours(1);
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-2").inactive("i-2", grace);
    assertThat(fixture.plan().decision()).isInstanceOf(RecordTermination.class);

    fixture.node("i-3").seenSilentMillis = 1;
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aHeldTerminationDoesNotGoOnWhoseQuorumNeedsThem() {
    ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave();
    heldTermination(fixture);
    fixture.silence("i-2");
    assertThat(fixture.plan().decision()).isInstanceOf(AnswerHook.class);

    fixture.node("i-3").seenSilentMillis = 1;
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void itEndsWithTheNextAnswer() {
    ClusterFixture fixture = missed("i-3");
    fixture.status = fixture.plan().status();
    fixture.node("i-3").seenSilentMillis = 0;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(fixture.plan().status().conditions()).isEmpty();
  }

  @Test
  void itGoesOnWhenTheAgentIsSilentToo() {
    ClusterFixture fixture = missed("i-3").silence("i-3");

    assertThat(shown(fixture, Condition.Type.VOTER_SILENT)).isPresent();
  }

  @Test
  void onlyTheLeadersWordCounts() {
    ClusterFixture fixture = missed("i-3");
    fixture.node("i-1").hearsAll = true;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.HEALTHY);
  }

  @Test
  void aFrozenLeaderIsMissedByTheLeaderOfTheNewerTerm() {
    ClusterFixture fixture = missed("i-1");
    for (String voter : new String[] {"i-2", "i-3"}) {
      fixture.node(voter).raftTerm = 3;
      fixture.node(voter).follows = Optional.of(fixture.member("i-2"));
    }

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture, Condition.Type.VOTER_SILENT).orElseThrow().message())
        .contains("on i-1 gives no answer to the leader i-2");
  }

  @Test
  void whoseOwnAgentTellsOfItNeedsNoOther() {
    ClusterFixture fixture = missed("i-3");
    fixture.node("i-3").answering = false;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture, Condition.Type.VOTER_SILENT)).isEmpty();
    assertThat(shown(missed("i-3").terminate("i-3"), Condition.Type.VOTER_SILENT)).isEmpty();
  }
}
