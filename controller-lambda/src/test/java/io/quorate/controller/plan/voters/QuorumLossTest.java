package io.quorate.controller.plan.voters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.OpenCommand;
import io.quorate.state.TableRollback;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is called lost while no quorum serves. */
class QuorumLossTest {
  /** i-3 was frozen, terminated and replaced by i-4 long ago; its last row still lists i-3. */
  private static ClusterFixture replaced() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.node("i-3").listInstead = Optional.of(List.copyOf(fixture.listed));
    remembered(fixture);
    fixture.terminate("i-3");
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    NodeFixture joined = fixture.launch("i-4");
    joined.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joined));
    fixture.listed.add(ClusterFixture.entry(joined, false));
    List.of("i-1", "i-2", "i-4").forEach(instance -> stands(fixture, instance, 80));
    return remembered(fixture);
  }

  static ClusterFixture remembered(ClusterFixture fixture) {
    fixture.status = fixture.plan().status();
    return fixture;
  }

  private static void stands(ClusterFixture fixture, String instance, long index) {
    fixture.node(instance).raftIndex = index;
    fixture.node(instance).watermark = index;
  }

  /** The etcds of all that live stand still: their agents get no answer. */
  static ClusterFixture stopped(ClusterFixture fixture) {
    fixture.actors.values().stream()
        .filter(node -> node.stillFor.isZero())
        .forEach(
            node -> {
              node.answering = false;
              node.quorumProven = false;
            });
    return fixture;
  }

  static Optional<String> lost(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.QUORUM_LOST)
        .map(Condition::message)
        .findFirst();
  }

  private static List<Condition.Type> shown(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  void theRowOfOneTerminatedLongAgoNamesNoVoter() {
    ClusterFixture fixture = stopped(replaced()).terminate("i-2");

    assertThat(lost(fixture)).isEmpty();
    assertThat(shown(fixture)).contains(Condition.Type.NO_QUORUM);
    assertThat(fixture.plan().decision().reason().message())
        .contains("i-4 (", "i-2 (dead")
        .doesNotContain("i-3");
  }

  @Test
  void twoOfTheProvenThreeAreLostWithTheirEvidence() {
    ClusterFixture fixture = stopped(replaced()).terminate("i-2").terminate("i-4");

    assertThat(lost(fixture).orElseThrow())
        .startsWith("2 of 3 voters are proven lost (")
        .contains("EC2 shows i-2 terminated", "EC2 shows i-4 terminated", "raft term 2, index 80")
        .doesNotContain("i-3");
  }

  @Test
  void nothingIsLostWhileAQuorumServes() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    remembered(fixture).terminate("i-2").terminate("i-3");
    fixture.listed.removeIf(entry -> !entry.name().equals("i-1"));
    fixture.node("i-1").watermark = 1;

    assertThat(fixture.plan().status().proven().orElseThrow().members()).hasSize(3);
    assertThat(lost(fixture)).isEmpty();
  }

  @Test
  void aVoterThatWasRemovedSinceIsNoneOfThem() {
    ClusterFixture fixture = replaced().data("i-2", DataState.REMOVED);
    fixture.silence("i-1").silence("i-4");

    assertThat(lost(fixture)).isEmpty();
    fixture.terminate("i-1");
    assertThat(lost(fixture).orElseThrow()).startsWith("1 of 2 voters are proven lost");
  }

  @Test
  void theInitialMembersStandInUntilAListIsProven() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-2").terminate("i-3");
    fixture.node("i-1").quorumProven = false;

    assertThat(lost(fixture).orElseThrow()).contains("2 of 3 voters", "initial members");
  }

  @Test
  void onceSomebodyJoinedTheInitialMembersSayNothing() {
    ClusterFixture fixture = stopped(replaced()).terminate("i-2").terminate("i-1");
    fixture.status = fixture.status.withProven(Optional.empty());

    assertThat(lost(fixture)).isEmpty();
    assertThat(shown(fixture)).contains(Condition.Type.NO_QUORUM);
  }

  @Test
  void onceAnInstructionWasIssuedTheInitialMembersSayNothing() {
    ClusterFixture fixture = ClusterFixture.healthy(3).open(CommandKind.REMOVE_MEMBER, "i-1");
    fixture.status = fixture.status.closing("op-1");
    fixture.terminate("i-2").terminate("i-3").node("i-1").quorumProven = false;

    assertThat(lost(fixture)).isEmpty();
  }

  @Test
  void anOpenJoinMayHaveMadeAQuorumThatNobodySawYet() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.desired = 4;
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    remembered(fixture).terminate("i-3");
    fixture.launch("i-4");
    fixture.open(CommandKind.JOIN, "i-4").silence("i-2").silence("i-4").terminate("i-1");

    assertThat(lost(fixture)).as("i-2 and i-4 may be two of three").isEmpty();
    fixture.terminate("i-2");
    assertThat(lost(fixture).orElseThrow()).startsWith("2 of 2 voters are proven lost");
  }

  @Test
  void anOpenRemovalMayHaveTakenALostVoterOut() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(4)).terminate("i-4");
    fixture.status =
        fixture.status.opening(
            new OpenCommand(
                "op-1",
                CommandKind.REMOVE_MEMBER,
                fixture.node("i-1").instance,
                Optional.of(fixture.member("i-4")),
                fixture.now,
                false));
    fixture.silence("i-1").silence("i-2").terminate("i-3");

    assertThat(lost(fixture)).as("two of three may be left").isEmpty();
    fixture.terminate("i-2");
    assertThat(lost(fixture).orElseThrow()).startsWith("3 of 4 voters are proven lost");
  }

  @Test
  @Guards("QUORUM_LOST")
  void aRemovalThatFailedAShortWhileAgoMayHaveTakenALostVoterOut() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(4)).terminate("i-4");
    fixture.closedRemoval("i-1", "i-4").silence("i-1").silence("i-2").terminate("i-3");

    assertThat(lost(fixture)).as("two of three may be left").isEmpty();
    fixture.after(Duration.ofHours(1));
    assertThat(lost(fixture).orElseThrow()).startsWith("2 of 4 voters are proven lost");
  }

  @Test
  void aRemovalThatIsDoneTakesTheVoterOutThoughNoHeartbeatListsTheOthersYet() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(4)).terminate("i-4");
    fixture.status = fixture.status.opening(open(fixture, CommandKind.REMOVE_MEMBER, "i-1"));
    remembered(stopped(fixture.answer("i-1", Outcome.Result.DONE)));

    fixture.terminate("i-3");

    assertThat(lost(fixture)).as("two of three are left").isEmpty();
    assertThat(fixture.status.proven().orElseThrow().members())
        .extracting(MemberEntry::name)
        .containsExactlyInAnyOrder("i-1", "i-2", "i-3");
  }

  @Test
  void aRemovalThatFailedLeavesTheList() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(4)).terminate("i-4");
    fixture.status = fixture.status.opening(open(fixture, CommandKind.REMOVE_MEMBER, "i-1"));
    remembered(stopped(fixture.answer("i-1", Outcome.Result.FAILED)));

    assertThat(fixture.status.proven().orElseThrow().members()).hasSize(4);
  }

  @Test
  void aJoinThatIsDoneAddsItsVoterThoughNoHeartbeatListsItYet() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(3)).terminate("i-3");
    NodeFixture joined = fixture.launch("i-4");
    joined.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joined));
    fixture.status = fixture.status.opening(open(fixture, CommandKind.JOIN, "i-4"));
    remembered(stopped(fixture.answer("i-4", Outcome.Result.DONE)));

    assertThat(fixture.status.proven().orElseThrow().members())
        .extracting(MemberEntry::name)
        .containsExactlyInAnyOrder("i-1", "i-2", "i-4");
    assertThat(fixture.status.proven().orElseThrow().holders())
        .containsEntry(ClusterFixture.memberOf(joined), joined.instance);
  }

  /** By this instance, about the member of the last one that was terminated. */
  private static OpenCommand open(ClusterFixture fixture, CommandKind kind, String executor) {
    String dead = fixture.listed.size() == 4 ? "i-4" : "i-3";
    return new OpenCommand(
        "op-1",
        kind,
        fixture.node(executor).instance,
        Optional.of(fixture.member(dead)),
        fixture.now,
        false);
  }

  @Test
  void byATableOlderThanTheClusterNothingIsLost() {
    ClusterFixture fixture = stopped(replaced()).terminate("i-2").terminate("i-4");
    fixture.status =
        fixture.status.withTableRollback(Optional.of(new TableRollback("older", fixture.now)));

    assertThat(lost(fixture)).isEmpty();
  }

  @Test
  void whileNobodyServesNoRuleDecidesByIt() {
    ClusterFixture fixture = stopped(replaced()).terminate("i-2");

    assertThat(ClusterStates.of(fixture.view()).members().list()).isEmpty();
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aMemberWithoutANodeIsNamedThoughNobodyServes() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    MemberEntry stranger = new MemberEntry(new MemberId(77), "by-hand", List.of("http://x"), false);
    fixture.listed.add(stranger);
    stopped(remembered(fixture));
    fixture.silence("i-3");

    assertThat(shown(fixture)).contains(Condition.Type.MEMBER_UNKNOWN);
  }
}
