package io.quorate.etcdmodel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** As tried with etcd 3.5.30: only a defragmentation makes room, and a restart keeps the alarm. */
class DatabasePagesTest {
  private static final CallOutcome NO_SPACE = new CallOutcome.Refused(EtcdError.NO_SPACE);

  private static Answer.State state(TestCluster cluster, String member) {
    return (Answer.State) cluster.ask(member, new Call.Status());
  }

  private static TestCluster filled() {
    TestCluster cluster = new TestCluster(1).three();
    cluster.put("a", 30, "k");
    cluster.process("a").fill(0);
    cluster.pass(1_000);
    return cluster;
  }

  @Test
  void refusesWritesOnAllMembersWhenOneIsAtItsQuota() {
    TestCluster cluster = filled();
    assertThat(cluster.call("b", new Call.Put("x", "y"))).isEqualTo(NO_SPACE);
    assertThat(state(cluster, "c").alarms()).hasSize(1);

    cluster.process("c").kill();
    cluster.restart("c");
    cluster.pass(5_000);
    assertThat(state(cluster, "c").alarms()).hasSize(1);
    assertThat(state(cluster, "c").sizeBytes()).isEqualTo(TestCluster.TIMING.quotaBytes());
  }

  @Test
  void takesWritesOnceEachIsDefragmentedAndTheAlarmDisarmed() {
    TestCluster cluster = filled();
    cluster.call("b", new Call.Put("x", "y"));
    cluster.ask("a", new Call.Compact(state(cluster, "a").revision()));
    assertThat(state(cluster, "a").inUseBytes()).isLessThan(1 << 30);
    assertThat(state(cluster, "a").sizeBytes()).isEqualTo(TestCluster.TIMING.quotaBytes());

    cluster.ask("a", new Call.DisarmNoSpace());
    assertThat(cluster.call("a", new Call.Put("x", "y"))).isEqualTo(NO_SPACE);

    for (String member : List.of("a", "b", "c")) {
      cluster.ask(member, new Call.Defragment(500));
    }
    cluster.ask("a", new Call.DisarmNoSpace());
    cluster.put("b", 1, "after");
    assertThat(state(cluster, "c").alarms()).isEmpty();
  }

  @Test
  void keepsWhatIsInUseWhenAnOlderRevisionIsCompacted() {
    TestCluster cluster = filled();
    long revision = state(cluster, "a").revision();
    cluster.ask("a", new Call.Compact(revision - 10));

    assertThat(state(cluster, "a").inUseBytes()).isEqualTo(TestCluster.TIMING.quotaBytes());
    assertThat(cluster.call("b", new Call.Compact(revision - 10)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.COMPACTED));
    assertThat(cluster.call("b", new Call.Compact(revision + 10)))
        .isEqualTo(new CallOutcome.Refused(EtcdError.FUTURE_REVISION));
  }
}
