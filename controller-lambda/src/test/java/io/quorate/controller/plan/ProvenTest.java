package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which member list takes the place of the one that a quorum proved before. */
class ProvenTest {
  private static ProvenMembership next(Scene scene) {
    scene.status = scene.plan().status();
    return scene.status.proven().orElseThrow();
  }

  private static List<String> names(ProvenMembership proven) {
    return proven.members().stream().map(MemberEntry::name).sorted().toList();
  }

  /** The member of i-3 was removed, and i-1 and i-2 tell of it from this raft index on. */
  private static void removedAt(Scene scene, long index) {
    scene.listed.removeIf(entry -> entry.name().equals("i-3"));
    for (String instance : List.of("i-1", "i-2")) {
      scene.node(instance).raftIndex = index;
      scene.node(instance).watermark = index;
    }
    scene.node("i-3").quorumProven = false;
  }

  @Test
  void theFirstProvenListIsKeptWithItsEvidenceAndItsHolders() {
    Scene scene = Scene.healthy(3);

    ProvenMembership proven = next(scene);

    assertThat(names(proven)).containsExactly("i-1", "i-2", "i-3");
    assertThat(proven.raftTerm()).isEqualTo(2);
    assertThat(proven.raftIndex()).isEqualTo(60);
    assertThat(proven.since()).isEqualTo(scene.now);
    assertThat(proven.holders())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                scene.member("i-1"), new InstanceId("i-1"),
                scene.member("i-2"), new InstanceId("i-2"),
                scene.member("i-3"), new InstanceId("i-3")));
  }

  @Test
  void aListThatStaysKeepsItsFirstEvidence() {
    Scene scene = Scene.healthy(3);
    ProvenMembership first = next(scene);
    scene.actors.values().forEach(actor -> actor.raftIndex = actor.watermark = 9_000);

    assertThat(next(scene.after(Duration.ofMinutes(5)))).isEqualTo(first);
  }

  @Test
  void aNewerListTakesItsPlace() {
    Scene scene = Scene.healthy(3);
    next(scene);
    removedAt(scene, 70);

    ProvenMembership proven = next(scene);

    assertThat(names(proven)).containsExactly("i-1", "i-2");
    assertThat(proven.raftIndex()).isEqualTo(70);
  }

  @Test
  void anOlderListNeverComesBack() {
    Scene scene = Scene.healthy(3);
    List<MemberEntry> before = List.copyOf(scene.listed);
    next(scene);
    removedAt(scene, 70);
    next(scene);
    scene.silence("i-2");
    scene.node("i-1").listInstead = java.util.Optional.of(before);
    scene.node("i-1").raftIndex = 60;
    scene.node("i-1").watermark = 60;

    assertThat(names(next(scene))).containsExactly("i-1", "i-2");
  }

  @Test
  void aListThatMayHaveBeenReadBeforeTheKnownOneWasWaits() {
    Scene scene = Scene.healthy(3);
    next(scene);
    removedAt(scene, 70);
    scene.node("i-1").watermark = 59;
    scene.node("i-2").watermark = 59;

    assertThat(names(next(scene))).containsExactly("i-1", "i-2", "i-3");
  }

  @Test
  void aNewerTermComesBeforeAHigherIndex() {
    Scene scene = Scene.healthy(3);
    next(scene);
    removedAt(scene, 50);
    scene.node("i-1").raftTerm = 3;
    scene.node("i-2").raftTerm = 3;

    assertThat(names(next(scene))).containsExactly("i-1", "i-2");
  }

  @Test
  void whatProvesNoQuorumIsNoEvidence() {
    Scene scene = Scene.healthy(3);
    next(scene);
    removedAt(scene, 70);
    scene.actors.values().forEach(actor -> actor.quorumProven = false);

    assertThat(names(next(scene))).containsExactly("i-1", "i-2", "i-3");
  }

  @Test
  void whatIsKnownOfAHolderStaysWhenItsRowIsGone() {
    Scene scene = Scene.healthy(3);
    Actor joiner = scene.launch("i-4");
    joiner.joined(scene.lineage.birth().orElseThrow(), Scene.memberOf(joiner));
    joiner.answering = false;
    joiner.quorumProven = false;
    MemberId learner = scene.member("i-4");
    scene.listed.add(new MemberEntry(learner, "", List.of(joiner.endpoints().peerUrl()), true));
    next(scene);
    scene.actors.remove(joiner.instance);

    assertThat(next(scene).holders()).containsEntry(learner, joiner.instance);
  }

  @Test
  void anAgentOfAReleaseWithoutWatermarksIsHeardByItsStatus() {
    Scene scene = Scene.healthy(3);
    next(scene);
    removedAt(scene, 70);
    scene.node("i-1").tellsWatermark = false;
    scene.node("i-2").tellsWatermark = false;

    assertThat(names(next(scene))).containsExactly("i-1", "i-2");
  }

  @Test
  void aRemovedMemberNeverComesBackByARowWhoseIndexIsHigherThanTheOldEvidence() {
    Scene scene = Scene.healthy(3);
    List<MemberEntry> before = List.copyOf(scene.listed);
    next(scene);
    MemberId gone = scene.member("i-3");
    scene.status = scene.status.withProven(scene.status.proven().map(known -> known.without(gone)));
    scene.silence("i-2");
    scene.node("i-1").listInstead = java.util.Optional.of(before);
    scene.node("i-1").raftIndex = 90;
    scene.node("i-1").watermark = 90;

    ProvenMembership proven = next(scene);

    assertThat(names(proven)).containsExactly("i-1", "i-2");
    assertThat(proven.removed()).containsExactly(gone);
  }

  @Test
  void theFirstProofOfAListThatARemovalChangedIsItsNewEvidence() {
    Scene scene = Scene.healthy(3);
    next(scene);
    MemberId gone = scene.member("i-3");
    scene.status = scene.status.withProven(scene.status.proven().map(known -> known.without(gone)));
    removedAt(scene, 75);

    ProvenMembership proven = next(scene);

    assertThat(names(proven)).containsExactly("i-1", "i-2");
    assertThat(proven.removed()).isEmpty();
    assertThat(proven.raftIndex()).isEqualTo(75);
    assertThat(proven.holders().values())
        .containsExactlyInAnyOrder(new InstanceId("i-1"), new InstanceId("i-2"));
  }
}
