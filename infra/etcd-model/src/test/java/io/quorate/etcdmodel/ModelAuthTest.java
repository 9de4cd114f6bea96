package io.quorate.etcdmodel;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Users and roles of several members; what one member does is compared with a real etcd. */
class ModelAuthTest {
  private static final CallOutcome DENIED =
      new CallOutcome.Refused("etcdserver: permission denied");
  private static final CallOutcome NO_NAME =
      new CallOutcome.Refused("etcdserver: user name is empty");

  private final TestCluster cluster = new TestCluster(52).three();

  private void change(AuthChange change) {
    assertThat(cluster.callAs("root", "a", new Call.ChangeAuth(change)))
        .isInstanceOf(CallOutcome.Answered.class);
  }

  private void switchOn() {
    change(new AuthChange.AddRole("app"));
    change(new AuthChange.Grant("app", KeyRange.prefix("w"), AccessMode.READWRITE));
    change(new AuthChange.AddUser("root"));
    change(new AuthChange.GrantRole("root", "root"));
    change(new AuthChange.AddUser("app"));
    change(new AuthChange.GrantRole("app", "app"));
    change(new AuthChange.Enable());
  }

  @Test
  void everyMemberHoldsCallersToTheirRights() {
    switchOn();
    cluster.pass(1_000);
    for (String member : List.of("a", "b", "c")) {
      assertThat(cluster.callAs("app", member, new Call.Put("w1", "v")))
          .isInstanceOf(CallOutcome.Answered.class);
      assertThat(cluster.callAs("app", member, new Call.Put("x1", "v"))).isEqualTo(DENIED);
      assertThat(cluster.callAs("nobody", member, new Call.Put("w1", "v"))).isEqualTo(DENIED);
      assertThat(cluster.call(member, new Call.Put("w1", "v"))).isEqualTo(NO_NAME);
      assertThat(cluster.callAs("app", member, new Call.Range(true, KeyRange.prefix("w"))))
          .isInstanceOf(CallOutcome.Answered.class);
      assertThat(cluster.callAs("app", member, new Call.Range(true))).isEqualTo(DENIED);
      assertThat(cluster.callAs("app", member, new Call.Status())).isEqualTo(DENIED);
      assertThat(cluster.callAs("app", member, new Call.Save()))
          .isEqualTo(new CallOutcome.Refused("auth: permission denied"));
    }
  }

  /** A follower forwards it without the certificate. */
  @Test
  void aPromotionThroughAFollowerTimesOut() {
    switchOn();
    cluster.lead("a");
    Answer.Added added =
        (Answer.Added)
            ((CallOutcome.Answered)
                    cluster.callAs("root", "a", new Call.Add(TestCluster.peer("d"), true)))
                .answer();
    cluster.start("d", true, "a", "b", "c", "d");
    cluster.pass(5_000);
    assertThat(cluster.callAs("root", "b", new Call.Promote(added.member())))
        .isEqualTo(new CallOutcome.Refused("etcdserver: request timed out"));
    assertThat(cluster.callAs("root", "a", new Call.Promote(added.member())))
        .isInstanceOf(CallOutcome.Answered.class);
  }

  /** It is told apart by the revision that the asked member had. */
  @Test
  void aWriteAskedForBeforeAChangeIsRefusedAfterIt() {
    switchOn();
    cluster.lead("a");
    List<CallOutcome> told = new ArrayList<>();
    long deadline = cluster.world.now() + 5_000;
    cluster.cut.add(TestCluster.peer("a") + ">" + TestCluster.peer("b"));
    cluster.pass(10);
    cluster.world.call(
        "x",
        "root",
        TestCluster.client("a"),
        new Call.ChangeAuth(new AuthChange.AddRole("o")),
        deadline,
        outcome -> {});
    cluster.pass(20);
    // b has not heard of the new role, and the leader, who has, takes what b asks for.
    cluster.world.call(
        "y", "app", TestCluster.client("b"), new Call.Put("w1", "v"), deadline, told::add);
    cluster.pass(200);
    cluster.cut.clear();
    cluster.pass(4_000);
    assertThat(told)
        .containsExactly(new CallOutcome.Refused("etcdserver: revision of auth store is old"));
  }

  @Test
  void aRestoredSnapshotHasThem() {
    switchOn();
    SavedSnapshot saved =
        ((Answer.Saved)
                ((CallOutcome.Answered) cluster.callAs("root", "a", new Call.Save())).answer())
            .snapshot();
    ModelDirectory restored =
        ModelDirectory.restored(
            saved, "z", new TreeMap<>(Map.of("z", TestCluster.peer("z"))), "other", 100);
    assertThat(restored.authEnabled()).contains(true);
    cluster.disks.put("z", restored);
    cluster.start("z", true, "z");
    cluster.pass(5_000);
    assertThat(cluster.callAs("app", "z", new Call.Put("w1", "v")))
        .isInstanceOf(CallOutcome.Answered.class);
    assertThat(cluster.call("z", new Call.Put("w1", "v"))).isEqualTo(NO_NAME);
  }

  @Test
  void aMemberThatStartsAgainHasThem() {
    switchOn();
    cluster.pass(1_000);
    cluster.process("b").kill();
    cluster.restart("b");
    cluster.pass(5_000);
    assertThat(cluster.call("b", new Call.Put("w1", "v"))).isEqualTo(NO_NAME);
  }

  /** It hears its own host alone. */
  @Test
  void aClosedMemberIsNotReached() {
    ProcessSpec open = cluster.spec("e", false, "e");
    cluster.start(
        new ProcessSpec(
            open.name(),
            open.peerUrl(),
            open.clientUrl(),
            open.initialCluster(),
            open.existing(),
            open.token(),
            false,
            open.directory(),
            open.timing(),
            true));
    cluster.pass(5_000);
    List<CallOutcome> told = new ArrayList<>();
    for (String from : List.of("from://e:0", "from://a:0")) {
      cluster.world.call(
          from,
          TestCluster.client("e"),
          new Call.Put("w1", "v"),
          cluster.world.now() + 5_000,
          told::add);
    }
    cluster.pass(5_000);
    assertThat(told).hasSize(2);
    assertThat(told.get(0)).isInstanceOf(CallOutcome.NotReached.class);
    assertThat(told.get(1)).isInstanceOf(CallOutcome.Answered.class);
  }
}
