package io.quorate.etcdmodel;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.MemberId;
import java.util.List;
import org.junit.jupiter.api.Test;

class EtcdWorldTest {
  /** Tried with etcd 3.5.30: its messages go over the streams that it dialled itself. */
  @Test
  void aVoterListedAtAWrongUrlStillVotesButNobodyCanBeAddedBesideADeadOne() {
    TestCluster cluster = new TestCluster(1).three();
    cluster.lead("a");
    cluster.ask("a", new Call.Update(cluster.id("c"), "http://192.0.2.1:2380"));
    MemberId dead = cluster.id("b");
    cluster.process("b").kill();
    cluster.pass(10_000);

    cluster.put("a", 1, "after");
    cluster.process("c").kill();
    cluster.restart("c");
    cluster.pass(10_000);
    cluster.put("a", 1, "restarted");
    assertThat(cluster.keys("c", true)).contains("after0", "restarted0");
    cluster.ask("a", new Call.Remove(dead));
    assertThat(cluster.call("a", new Call.Add(TestCluster.peer("d"), true)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.UNHEALTHY));

    cluster.ask("a", new Call.Update(cluster.id("c"), TestCluster.peer("c")));
    cluster.pass(10_000);
    cluster.ask("a", new Call.Add(TestCluster.peer("d"), true));
  }

  @Test
  void aPeerUrlThatAnotherMemberHasIsRefused() {
    TestCluster cluster = new TestCluster(1).three();

    assertThat(cluster.call("a", new Call.Update(cluster.id("c"), TestCluster.peer("b"))))
        .isEqualTo(new CallOutcome.Refused(EtcdError.PEER_URL_EXISTS));
  }

  @Test
  void threeMembersElectALeaderAndKeepWhatIsWritten() {
    TestCluster cluster = new TestCluster(1).three();
    cluster.put("a", 10, "k");
    assertThat(cluster.keys("b", true)).hasSize(10);
    cluster.process(cluster.leader()).kill();
    cluster.pass(5_000);
    assertThat(cluster.keys(cluster.leader(), true)).hasSize(10);
  }

  @Test
  void theSameSeedGivesTheSameHistory() {
    assertThat(history(7)).isEqualTo(history(7));
  }

  private static String history(long seed) {
    TestCluster cluster = new TestCluster(seed).three();
    cluster.put("a", 5, "k");
    cluster.process(cluster.leader()).kill();
    cluster.pass(5_000);
    return cluster.leader() + cluster.process("a").view() + cluster.world.nextEventAt();
  }

  @Test
  void aLearnerJoinsCatchesUpAndIsPromoted() {
    TestCluster cluster = new TestCluster(2).three();
    cluster.put("a", 30, "k");
    MemberId added =
        ((Answer.Added) cluster.ask("a", new Call.Add(TestCluster.peer("d"), true))).member();
    assertThat(cluster.call("a", new Call.Promote(added)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.LEARNER_NOT_READY));
    assertThat(cluster.call("a", new Call.Add(TestCluster.peer("e"), true)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.TOO_MANY_LEARNERS));
    cluster.start("d", true, "a", "b", "c", "d");
    cluster.pass(2_000);
    assertThat(cluster.call("d", new Call.Range(true)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.NOT_FOR_LEARNERS));
    cluster.ask("b", new Call.Promote(added));
    cluster.pass(500);
    assertThat(cluster.keys("d", true)).hasSize(30);
  }

  @Test
  void withAMemberDownNobodyIsAddedUntilItIsRemoved() {
    TestCluster cluster = new TestCluster(3).three();
    cluster.lead("a");
    MemberId c = cluster.id("c");
    cluster.process("c").kill();
    cluster.pass(1_000);
    assertThat(cluster.call("a", new Call.Add(TestCluster.peer("d"), true)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.UNHEALTHY));
    assertThat(cluster.call("a", new Call.Remove(cluster.id("b"))))
        .isEqualTo(new CallOutcome.Refused(EtcdError.UNHEALTHY));
    cluster.ask("a", new Call.Remove(c));
    assertThat(cluster.ask("a", new Call.Add(TestCluster.peer("d"), true)))
        .isInstanceOf(Answer.Added.class);
  }

  @Test
  void aRemovedMemberExitsWithZeroAndIsTurnedAwayWhenItComesBack() {
    TestCluster cluster = new TestCluster(4).three();
    cluster.lead("a");
    cluster.ask("a", new Call.Remove(cluster.id("c")));
    cluster.pass(3_000);
    assertThat(cluster.process("c").exited()).contains(new Exited(0, ModelProcess.REMOVED));
    ModelProcess again = cluster.restart("c");
    cluster.pass(5_000);
    assertThat(again.exited()).isPresent();
  }

  @Test
  void aSecondClusterWithTheSameUrlsAndTokenHasTheSameIds() {
    TestCluster cluster = new TestCluster(5);
    cluster.start("a", false, "a");
    cluster.pass(3_000);
    MemberId first = cluster.id("a");
    cluster.process("a").kill();
    cluster.disk("a").wipe();
    cluster.restart("a");
    cluster.pass(3_000);
    assertThat(cluster.id("a")).isEqualTo(first);
  }

  @Test
  void newIsRefusedWhileTheClusterLives() {
    TestCluster cluster = new TestCluster(6).three();
    cluster.process("c").kill();
    cluster.disk("c").wipe();
    ModelProcess again = cluster.restart("c");
    cluster.pass(3_000);
    assertThat(again.exited().map(Exited::code)).contains(1);
  }

  @Test
  void withoutQuorumNothingIsWrittenAndSerializableReadsAreStale() {
    TestCluster cluster = new TestCluster(8).three();
    cluster.put("a", 3, "k");
    cluster.process("b").kill();
    cluster.process("c").kill();
    cluster.pass(4_000);
    assertThat(cluster.call("a", new Call.Put("x", "y")))
        .isEqualTo(new CallOutcome.Refused(EtcdError.TIMEOUT));
    assertThat(cluster.call("a", new Call.Range(true)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.TIMEOUT));
    assertThat(cluster.keys("a", false)).hasSize(3);
  }

  @Test
  void aRestoreStartsANewClusterWithBumpedRevision() {
    TestCluster cluster = new TestCluster(9).three();
    cluster.put("a", 3, "k");
    SavedSnapshot saved = ((Answer.Saved) cluster.ask("a", new Call.Save())).snapshot();
    ModelDirectory restored =
        ModelDirectory.restored(saved, "n", TestCluster.cluster("n"), "other", 1_000);
    ProcessSpec spec = cluster.spec("n", false, "n").forced(false, restored);
    cluster.start(spec);
    cluster.pass(3_000);
    assertThat(cluster.keys("n", true)).hasSize(3);
    assertThat(cluster.process("n").view().orElseThrow().revision()).isEqualTo(1_004);
    assertThat(cluster.process("n").view().orElseThrow().cluster())
        .isNotEqualTo(cluster.process("a").view().orElseThrow().cluster());
  }

  @Test
  void aFarBehindFollowerIsSentASnapshot() {
    TestCluster cluster = farBehind();
    cluster.pass(3_000);
    assertThat(cluster.keys("c", false)).hasSize(100);
  }

  @Test
  void aChangedByteShowsInEachHashOfItsMemberAlone() {
    TestCluster cluster = new TestCluster(11).three();
    cluster.put("a", 3, "k");
    long before = hash(cluster, "b", 3);
    cluster.process("b").changeByte(7);
    cluster.put("a", 1, "later");
    assertThat(hash(cluster, "b", 3)).isEqualTo(before + 7);
    assertThat(hash(cluster, "b", 5)).isEqualTo(hash(cluster, "a", 5) + 7);
    assertThat(hash(cluster, "c", 5)).isEqualTo(hash(cluster, "a", 5));
    assertThat(cluster.call("c", new Call.Hash(6)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.FUTURE_REVISION));
    cluster.process("b").kill();
    cluster.restart("b");
    cluster.pass(3_000);
    assertThat(hash(cluster, "b", 5)).isEqualTo(hash(cluster, "a", 5) + 7);
  }

  @Test
  void aByteThatChangesOnAStoppedMembersDiskIsGoneWithTheLeadersSnapshot() {
    TestCluster cluster = farBehind();
    cluster.process("c").kill();
    cluster.disk("c").changeByte(7);
    cluster.restart("c");
    cluster.pass(15_000);
    assertThat(cluster.keys("c", false)).hasSize(100);
    assertThat(hash(cluster, "c", 101)).isEqualTo(hash(cluster, "a", 101));
  }

  @Test
  void whoeverTakesALeadersDataTakesItsChangedByte() {
    TestCluster cluster = farBehind();
    cluster.process("c").kill();
    cluster.process("a").changeByte(7);
    cluster.restart("c");
    cluster.pass(15_000);
    assertThat(hash(cluster, "c", 101)).isEqualTo(hash(cluster, "b", 101) + 7);
  }

  private static long hash(TestCluster cluster, String name, long revision) {
    return ((Answer.Hashed) cluster.ask(name, new Call.Hash(revision))).hash();
  }

  @Test
  void aSnapshotLostOnTheWayIsFollowedByAnother() {
    TestCluster cluster = farBehind();
    LeaderStep leading = cluster.process("a").server().orElseThrow().raft.leading;
    while (leading.progress().values().stream()
        .noneMatch(p -> p.state == Progress.State.SNAPSHOT)) {
      cluster.world.advance(cluster.world.nextEventAt().orElseThrow());
    }
    cluster.process("c").kill();
    cluster.pass(100);
    cluster.restart("c");
    cluster.pass(15_000);
    assertThat(cluster.keys("c", false)).hasSize(100);
  }

  /** A third member that starts again after entries were compacted that it lacks. */
  private static TestCluster farBehind() {
    TestCluster cluster = new TestCluster(10);
    for (String name : List.of("a", "b", "c")) {
      ProcessSpec spec = cluster.spec(name, false, "a", "b", "c");
      cluster.start(
          new ProcessSpec(
              spec.name(),
              spec.peerUrl(),
              spec.clientUrl(),
              spec.initialCluster(),
              false,
              "token",
              false,
              spec.directory(),
              new Timing(100, 1_000, 20, 5, 1L << 33)));
    }
    cluster.pass(8_000);
    cluster.lead("a");
    cluster.process("c").kill();
    cluster.put("a", 100, "k");
    cluster.restart("c");
    return cluster;
  }

  @Test
  void aFrozenPeerStaysActiveForTheHealthCheck() {
    TestCluster cluster = new TestCluster(11).three();
    cluster.lead("a");
    cluster.process("c").freeze();
    cluster.pass(60_000);
    assertThat(cluster.ask("a", new Call.Add(TestCluster.peer("d"), true)))
        .isInstanceOf(Answer.Added.class);
  }

  @Test
  void askedForItsStatusInTheSecondAfterItsRemovalItPanics() {
    TestCluster cluster = new TestCluster(12).three();
    cluster.lead("a");
    cluster.ask("a", new Call.Remove(cluster.id("c")));
    cluster.pass(10);
    cluster.call("c", new Call.Status());
    assertThat(cluster.process("c").exited().map(Exited::code)).contains(2);
  }

  @Test
  void aStartWithoutQuorumServesNobody() {
    TestCluster cluster = new TestCluster(13).three();
    List.of("a", "b", "c").forEach(n -> cluster.process(n).kill());
    cluster.restart("a");
    cluster.pass(3_000);
    assertThat(cluster.call("a", new Call.Status())).isInstanceOf(CallOutcome.Unknown.class);
  }

  @Test
  void aJoinerWithoutALogVotesOnceTheOldLeadersLeaseIsOver() {
    TestCluster cluster = new TestCluster(14);
    cluster.start("a", false, "a");
    cluster.pass(3_000);
    cluster.ask("a", new Call.Add(TestCluster.peer("d"), true));
    cluster.ask("a", new Call.Add(TestCluster.peer("b"), false));
    cluster.start("b", true, "a", "b", "d");
    cluster.pass(15_000);
    assertThat(cluster.keys("b", true)).isEmpty();
  }
}
