package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose member list counts, and who leads: the newest raft term decides, then what is applied. */
class MembershipWitnessTest {
  private static final List<MemberEntry> OLD = List.of(named(1), named(2), named(3), named(9));

  private static MemberEntry named(long id) {
    return new MemberEntry(new MemberId(id), "i-" + id, List.of("http://10.9.9." + id), false);
  }

  /** Voter i-3 still tells of an older term, by a list of its own, and that it leads. */
  private static Scene olderTermLeads() {
    Scene scene = Scene.healthy(3);
    scene.node("i-1").raftTerm = 5;
    scene.node("i-2").raftTerm = 5;
    scene.node("i-3").raftTerm = 4;
    scene.node("i-3").raftIndex = 9_000;
    scene.node("i-3").follows = Optional.of(scene.member("i-3"));
    scene.node("i-3").listInstead = Optional.of(OLD);
    return scene;
  }

  private static Optional<InstanceId> witness(Scene scene) {
    return new Situation(scene.view()).membership().map(Membership::witness);
  }

  private static Optional<InstanceId> leader(Scene scene) {
    return new Situation(scene.view()).leader().map(node -> node.heartbeat().instance());
  }

  @Test
  void theListOfAnOlderTermsLeaderDoesNotCountThoughItHasAppliedMore() {
    Scene scene = olderTermLeads();

    assertThat(witness(scene)).contains(new InstanceId("i-1"));
    assertThat(new Situation(scene.view()).membership().orElseThrow().entries())
        .isEqualTo(scene.listed);
  }

  @Test
  void aLeaderOfAnOlderTermDoesNotLead() {
    assertThat(leader(olderTermLeads())).contains(new InstanceId("i-1"));
  }

  @Test
  void whileTheNewestTermShowsNoLeaderThereIsNone() {
    Scene scene = olderTermLeads();
    scene.node("i-1").raftTerm = 3;

    scene.node("i-1").follows = Optional.of(scene.member("i-3"));
    scene.node("i-2").follows = Optional.of(scene.member("i-3"));

    assertThat(leader(scene)).isEmpty();
    assertThat(new Situation(scene.view()).hearingLeader()).isEmpty();
  }

  @Test
  void inOneTermTheLeadersListCountsThoughAFollowerHasAppliedMore() {
    Scene scene = Scene.healthy(3);
    scene.node("i-2").raftIndex = 9_000;
    scene.node("i-2").listInstead = Optional.of(OLD);

    assertThat(witness(scene)).contains(new InstanceId("i-1"));
  }

  @Test
  void withoutALeaderAmongThemTheListOfWhoHasAppliedMostCounts() {
    Scene scene = Scene.healthy(3);
    scene.node("i-1").answering = false;
    scene.node("i-2").follows = Optional.of(scene.member("i-1"));
    scene.node("i-3").follows = Optional.of(scene.member("i-1"));
    scene.node("i-2").raftIndex = 61;

    assertThat(witness(scene)).contains(new InstanceId("i-2"));
    scene.node("i-3").raftIndex = 62;
    assertThat(witness(scene)).contains(new InstanceId("i-3"));
  }

  @Test
  void whoDoesNotServeIsNoWitnessWhateverItsTerm() {
    Scene silent = Scene.healthy(3).silence("i-3");
    Scene unusable = Scene.healthy(3).data("i-3", DataState.LOST);
    Scene alone = Scene.healthy(3);
    alone.node("i-3").quorumProven = false;
    for (Scene scene : List.of(silent, unusable, alone)) {
      scene.node("i-3").raftTerm = 99;
      scene.node("i-3").listInstead = Optional.of(OLD);

      assertThat(witness(scene)).contains(new InstanceId("i-1"));
    }
  }

  @Test
  void aLearnerIsNoWitness() {
    Scene scene = Scene.healthy(3);
    scene.node("i-3").learner = true;
    scene.node("i-3").raftTerm = 99;

    assertThat(witness(scene)).contains(new InstanceId("i-1"));
  }
}
