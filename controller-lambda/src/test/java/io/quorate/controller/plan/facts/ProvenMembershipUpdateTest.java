package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Watermark;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which member list takes the place of the one that a quorum proved before. */
class ProvenMembershipUpdateTest {
  private static ProvenMembership next(ClusterFixture fixture) {
    fixture.status = fixture.plan().status();
    return fixture.status.proven().orElseThrow();
  }

  private static List<String> names(ProvenMembership proven) {
    return proven.members().stream().map(MemberEntry::name).sorted().toList();
  }

  /** The member of i-3 was removed, and i-1 and i-2 tell of it from this raft index on. */
  private static void removedAt(ClusterFixture fixture, long index) {
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    for (String instance : List.of("i-1", "i-2")) {
      fixture.node(instance).raftIndex = index;
      fixture.node(instance).watermark = index;
    }
    fixture.node("i-3").quorumProven = false;
  }

  @Test
  void theFirstProvenListIsKeptWithItsEvidenceAndItsHolders() {
    ClusterFixture fixture = ClusterFixture.healthy(3);

    ProvenMembership proven = next(fixture);

    assertThat(names(proven)).containsExactly("i-1", "i-2", "i-3");
    assertThat(proven.raftTerm()).isEqualTo(2);
    assertThat(proven.raftIndex()).isEqualTo(60);
    assertThat(proven.since()).isEqualTo(fixture.now);
    assertThat(proven.holders())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                fixture.member("i-1"), new InstanceId("i-1"),
                fixture.member("i-2"), new InstanceId("i-2"),
                fixture.member("i-3"), new InstanceId("i-3")));
  }

  @Test
  void aListThatStaysKeepsItsFirstEvidence() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    ProvenMembership first = next(fixture);
    fixture
        .actors
        .values()
        .forEach(nodeFixture -> nodeFixture.raftIndex = nodeFixture.watermark = 9_000);

    assertThat(next(fixture.after(Duration.ofMinutes(5)))).isEqualTo(first);
  }

  @Test
  void aNewerListTakesItsPlace() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    next(fixture);
    removedAt(fixture, 70);

    ProvenMembership proven = next(fixture);

    assertThat(names(proven)).containsExactly("i-1", "i-2");
    assertThat(proven.raftIndex()).isEqualTo(70);
  }

  @Test
  void anOlderListNeverComesBack() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    List<MemberEntry> before = List.copyOf(fixture.listed);
    next(fixture);
    removedAt(fixture, 70);
    next(fixture);
    fixture.silence("i-2");
    fixture.node("i-1").listInstead = java.util.Optional.of(before);
    fixture.node("i-1").raftIndex = 60;
    fixture.node("i-1").watermark = 60;

    assertThat(names(next(fixture))).containsExactly("i-1", "i-2");
  }

  @Test
  void aListThatMayHaveBeenReadBeforeTheKnownOneWasWaits() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    next(fixture);
    removedAt(fixture, 70);
    fixture.node("i-1").watermark = 59;
    fixture.node("i-2").watermark = 59;

    assertThat(names(next(fixture))).containsExactly("i-1", "i-2", "i-3");
  }

  @Test
  void aNewerTermComesBeforeAHigherIndex() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    next(fixture);
    removedAt(fixture, 50);
    fixture.node("i-1").raftTerm = 3;
    fixture.node("i-2").raftTerm = 3;

    assertThat(names(next(fixture))).containsExactly("i-1", "i-2");
  }

  @Test
  void whatProvesNoQuorumIsNoEvidence() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    next(fixture);
    removedAt(fixture, 70);
    fixture.actors.values().forEach(nodeFixture -> nodeFixture.quorumProven = false);

    assertThat(names(next(fixture))).containsExactly("i-1", "i-2", "i-3");
  }

  @Test
  void whatIsKnownOfAHolderStaysWhenItsRowIsGone() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    NodeFixture joiner = fixture.launch("i-4");
    joiner.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joiner));
    joiner.answering = false;
    joiner.quorumProven = false;
    MemberId learner = fixture.member("i-4");
    fixture.listed.add(new MemberEntry(learner, "", List.of(joiner.endpoints().peerUrl()), true));
    next(fixture);
    fixture.actors.remove(joiner.instance);

    assertThat(next(fixture).holders()).containsEntry(learner, joiner.instance);
  }

  @Test
  void anAgentOfAReleaseWithoutWatermarksIsHeardByItsStatus() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    next(fixture);
    removedAt(fixture, 70);
    fixture.node("i-1").tellsWatermark = false;
    fixture.node("i-2").tellsWatermark = false;

    assertThat(names(next(fixture))).containsExactly("i-1", "i-2");
  }

  @Test
  @Guards("QUORUM_LOST")
  void aRemovedMemberNeverComesBackByARowWhoseIndexIsHigherThanTheOldEvidence() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    List<MemberEntry> before = List.copyOf(fixture.listed);
    next(fixture);
    MemberId gone = fixture.member("i-3");
    fixture.status =
        fixture.status.withProven(fixture.status.proven().map(known -> known.without(gone)));
    fixture.silence("i-2");
    fixture.node("i-1").listInstead = java.util.Optional.of(before);
    fixture.node("i-1").raftIndex = 90;
    fixture.node("i-1").watermark = 90;

    ProvenMembership proven = next(fixture);

    assertThat(names(proven)).containsExactly("i-1", "i-2");
    assertThat(proven.removed()).containsExactly(gone);
  }

  /** It told that it votes when it had lost its data: no index of its promotion is known. */
  @Test
  void aVoterNeverBecomesALearnerAgainByARowFromBeforeItsPromotion() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    NodeFixture joiner = fixture.launch("i-4");
    joiner.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joiner));
    fixture.listed.add(ClusterFixture.entry(joiner, true));
    next(fixture);
    MemberEntry voter = ClusterFixture.entry(joiner, false);
    fixture.status =
        fixture.status.withProven(
            fixture
                .status
                .proven()
                .map(known -> known.with(voter, joiner.instance, Watermark.NONE)));

    assertThat(next(fixture).members()).contains(voter);

    fixture.listed.removeIf(entry -> entry.id().equals(voter.id()));
    assertThat(names(next(fixture)))
        .as("a list that a quorum proves without it is newer")
        .containsExactly("i-1", "i-2", "i-3");
  }

  @Test
  void theFirstProofOfAListThatARemovalChangedIsItsNewEvidence() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    next(fixture);
    MemberId gone = fixture.member("i-3");
    fixture.status =
        fixture.status.withProven(fixture.status.proven().map(known -> known.without(gone)));
    removedAt(fixture, 75);

    ProvenMembership proven = next(fixture);

    assertThat(names(proven)).containsExactly("i-1", "i-2");
    assertThat(proven.removed()).isEmpty();
    assertThat(proven.raftIndex()).isEqualTo(75);
    assertThat(proven.holders().values())
        .containsExactlyInAnyOrder(new InstanceId("i-1"), new InstanceId("i-2"));
  }
}
