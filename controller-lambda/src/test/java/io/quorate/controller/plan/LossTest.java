package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.OlderTable;
import io.quorate.state.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is called lost while no quorum serves. */
class LossTest {
  /** i-3 was frozen, terminated and replaced by i-4 long ago; its last row still lists i-3. */
  private static Scene replaced() {
    Scene scene = Scene.healthy(3);
    scene.node("i-3").listInstead = Optional.of(List.copyOf(scene.listed));
    remembered(scene);
    scene.terminate("i-3");
    scene.listed.removeIf(entry -> entry.name().equals("i-3"));
    Actor joined = scene.launch("i-4");
    joined.joined(scene.lineage.birth().orElseThrow(), Scene.memberOf(joined));
    scene.listed.add(Scene.entry(joined, false));
    List.of("i-1", "i-2", "i-4").forEach(instance -> stands(scene, instance, 80));
    return remembered(scene);
  }

  private static Scene remembered(Scene scene) {
    scene.status = scene.plan().status();
    return scene;
  }

  private static void stands(Scene scene, String instance, long index) {
    scene.node(instance).raftIndex = index;
    scene.node(instance).watermark = index;
  }

  /** The etcds of all that live stand still: their agents get no answer. */
  private static Scene stopped(Scene scene) {
    scene.actors.values().stream()
        .filter(node -> node.stillFor.isZero())
        .forEach(
            node -> {
              node.answering = false;
              node.quorumProven = false;
            });
    return scene;
  }

  private static Optional<String> lost(Scene scene) {
    return scene.plan().status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.QUORUM_LOST)
        .map(Condition::message)
        .findFirst();
  }

  private static List<Condition.Type> shown(Scene scene) {
    return scene.plan().status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  void theRowOfOneTerminatedLongAgoNamesNoVoter() {
    Scene scene = stopped(replaced()).terminate("i-2");

    assertThat(lost(scene)).isEmpty();
    assertThat(shown(scene)).contains(Condition.Type.NO_QUORUM);
    assertThat(scene.plan().decision().reason().message())
        .contains("i-4 (", "i-2 (dead")
        .doesNotContain("i-3");
  }

  @Test
  void twoOfTheProvenThreeAreLostWithTheirEvidence() {
    Scene scene = stopped(replaced()).terminate("i-2").terminate("i-4");

    assertThat(lost(scene).orElseThrow())
        .startsWith("2 of 3 voters are proven lost (")
        .contains("EC2 shows i-2 terminated", "EC2 shows i-4 terminated", "raft term 2, index 80")
        .doesNotContain("i-3");
  }

  @Test
  void nothingIsLostWhileAQuorumServes() {
    Scene scene = Scene.healthy(3);
    remembered(scene).terminate("i-2").terminate("i-3");
    scene.listed.removeIf(entry -> !entry.name().equals("i-1"));
    scene.node("i-1").watermark = 1;

    assertThat(scene.plan().status().proven().orElseThrow().members()).hasSize(3);
    assertThat(lost(scene)).isEmpty();
  }

  @Test
  void aVoterThatWasRemovedSinceIsNoneOfThem() {
    Scene scene = replaced().data("i-2", DataState.REMOVED);
    scene.silence("i-1").silence("i-4");

    assertThat(lost(scene)).isEmpty();
    scene.terminate("i-1");
    assertThat(lost(scene).orElseThrow()).startsWith("1 of 2 voters are proven lost");
  }

  @Test
  void theFoundersStandInUntilAListIsProven() {
    Scene scene = Scene.healthy(3).terminate("i-2").terminate("i-3");
    scene.node("i-1").quorumProven = false;

    assertThat(lost(scene).orElseThrow()).contains("2 of 3 voters", "founding");
  }

  @Test
  void onceSomebodyJoinedTheFoundersSayNothing() {
    Scene scene = stopped(replaced()).terminate("i-2").terminate("i-1");
    scene.status = scene.status.withProven(Optional.empty());

    assertThat(lost(scene)).isEmpty();
    assertThat(shown(scene)).contains(Condition.Type.NO_QUORUM);
  }

  @Test
  void onceAnInstructionWasIssuedTheFoundersSayNothing() {
    Scene scene = Scene.healthy(3).open(InstructionKind.REMOVE_MEMBER, "i-1");
    scene.status = scene.status.closing("op-1");
    scene.terminate("i-2").terminate("i-3").node("i-1").quorumProven = false;

    assertThat(lost(scene)).isEmpty();
  }

  @Test
  void anOpenJoinMayHaveMadeAQuorumThatNobodySawYet() {
    Scene scene = Scene.healthy(3);
    scene.desired = 4;
    scene.listed.removeIf(entry -> entry.name().equals("i-3"));
    remembered(scene).terminate("i-3");
    scene.launch("i-4");
    scene.open(InstructionKind.JOIN, "i-4").silence("i-2").silence("i-4").terminate("i-1");

    assertThat(lost(scene)).as("i-2 and i-4 may be two of three").isEmpty();
    scene.terminate("i-2");
    assertThat(lost(scene).orElseThrow()).startsWith("2 of 2 voters are proven lost");
  }

  @Test
  void anOpenRemovalMayHaveTakenALostVoterOut() {
    Scene scene = remembered(Scene.healthy(4)).terminate("i-4");
    scene.status =
        scene.status.opening(
            new Operation(
                "op-1",
                InstructionKind.REMOVE_MEMBER,
                scene.node("i-1").instance,
                Optional.of(scene.member("i-4")),
                scene.now,
                false));
    scene.silence("i-1").silence("i-2").terminate("i-3");

    assertThat(lost(scene)).as("two of three may be left").isEmpty();
    scene.terminate("i-2");
    assertThat(lost(scene).orElseThrow()).startsWith("3 of 4 voters are proven lost");
  }

  @Test
  void aRemovalThatIsDoneTakesTheVoterOutThoughNoHeartbeatListsTheOthersYet() {
    Scene scene = remembered(Scene.healthy(4)).terminate("i-4");
    scene.status = scene.status.opening(open(scene, InstructionKind.REMOVE_MEMBER, "i-1"));
    remembered(stopped(scene.answer("i-1", Outcome.Result.DONE)));

    scene.terminate("i-3");

    assertThat(lost(scene)).as("two of three are left").isEmpty();
    assertThat(scene.status.proven().orElseThrow().members())
        .extracting(MemberEntry::name)
        .containsExactlyInAnyOrder("i-1", "i-2", "i-3");
  }

  @Test
  void aRemovalThatFailedLeavesTheList() {
    Scene scene = remembered(Scene.healthy(4)).terminate("i-4");
    scene.status = scene.status.opening(open(scene, InstructionKind.REMOVE_MEMBER, "i-1"));
    remembered(stopped(scene.answer("i-1", Outcome.Result.FAILED)));

    assertThat(scene.status.proven().orElseThrow().members()).hasSize(4);
  }

  @Test
  void aJoinThatIsDoneAddsItsVoterThoughNoHeartbeatListsItYet() {
    Scene scene = remembered(Scene.healthy(3)).terminate("i-3");
    Actor joined = scene.launch("i-4");
    joined.joined(scene.lineage.birth().orElseThrow(), Scene.memberOf(joined));
    scene.status = scene.status.opening(open(scene, InstructionKind.JOIN, "i-4"));
    remembered(stopped(scene.answer("i-4", Outcome.Result.DONE)));

    assertThat(scene.status.proven().orElseThrow().members())
        .extracting(MemberEntry::name)
        .containsExactlyInAnyOrder("i-1", "i-2", "i-4");
    assertThat(scene.status.proven().orElseThrow().holders())
        .containsEntry(Scene.memberOf(joined), joined.instance);
  }

  /** By this instance, about the member of the last one that was terminated. */
  private static Operation open(Scene scene, InstructionKind kind, String executor) {
    String dead = scene.listed.size() == 4 ? "i-4" : "i-3";
    return new Operation(
        "op-1",
        kind,
        scene.node(executor).instance,
        Optional.of(scene.member(dead)),
        scene.now,
        false);
  }

  @Test
  void byATableOlderThanTheClusterNothingIsLost() {
    Scene scene = stopped(replaced()).terminate("i-2").terminate("i-4");
    scene.status = scene.status.withOlderTable(Optional.of(new OlderTable("older", scene.now)));

    assertThat(lost(scene)).isEmpty();
  }

  @Test
  void whileNobodyServesNoRuleDecidesByIt() {
    Scene scene = stopped(replaced()).terminate("i-2");

    assertThat(new Situation(scene.view()).membership()).isEmpty();
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void aMemberWithoutANodeIsNamedThoughNobodyServes() {
    Scene scene = Scene.healthy(3);
    MemberEntry stranger = new MemberEntry(new MemberId(77), "by-hand", List.of("http://x"), false);
    scene.listed.add(stranger);
    stopped(remembered(scene));
    scene.silence("i-3");

    assertThat(shown(scene)).contains(Condition.Type.MEMBER_UNKNOWN);
  }
}
