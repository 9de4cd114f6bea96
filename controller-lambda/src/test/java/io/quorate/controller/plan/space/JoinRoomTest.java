package io.quorate.controller.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.JoinCluster;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.guards.Guards;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.Condition;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.NodeSpace;
import io.quorate.state.PutAside;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins that fail leave copies of the data on the disk: they must not fill it. */
class JoinRoomTest {
  private static final long MIB = 1L << 20;
  private static final long LOG = 128 * MIB;

  private final ClusterFixture fixture = RecoveryFixture.recorded();

  /** A node that waits, with so much free, and archived directories of 900 MiB. */
  private NodeFixture waiting(long freeBytes) {
    fixture.desired = 4;
    NodeFixture node = RecoveryFixture.waiting(fixture.launch("i-4"), DataHolding.Cause.UNDONE);
    fixture.actors.values().forEach(voter -> voter.dbBytes = 300 * MIB);
    node.report =
        node.report
            .having(new NodeSpace(1_500 * MIB, freeBytes, 0))
            .puttingAside(new PutAside(3, 900 * MIB, List.<LogEnd>of()));
    return node;
  }

  private Decision decision() {
    return fixture.plan().decision();
  }

  private boolean joins() {
    return decision() instanceof StartCommand start && start.command() instanceof JoinCluster;
  }

  @Test
  @Guards("JOIN_WAITING_NODE")
  void oneWhoseArchivedDirectoriesLeaveNoRoomIsNotToldToJoin() {
    NodeFixture node = waiting(300 * MIB + LOG);
    assertThat(joins()).isTrue();

    node.report = node.report.having(new NodeSpace(1_500 * MIB, 300 * MIB + LOG - 1, 0));
    assertThat(joins()).isFalse();
    assertThat(decision().reason().code()).isEqualTo("JOIN_NEEDS_ROOM");
  }

  @Test
  @Guards("DISK_NEAR_FULL")
  void whoDoesNotJoinForItIsTold() {
    waiting(100 * MIB);

    assertThat(fixture.shown(Condition.Type.DISK_NEAR_FULL).orElseThrow())
        .contains("the disk of i-4 has 100MiB free", "a join needs 428MiB")
        .contains("3 archived directories take 900MiB", "terminate the instance");
  }

  /** An empty disk that is too small is etcd's to tell: nothing of Quorate's fills it. */
  @Test
  void withoutArchivedDirectoriesItJoins() {
    NodeFixture node = waiting(100 * MIB);
    node.report = node.report.puttingAside(PutAside.NONE);

    assertThat(joins()).isTrue();
    assertThat(fixture.shown(Condition.Type.DISK_NEAR_FULL)).isEmpty();
  }

  @Test
  void anAgentThatDoesNotTellItsDiskIsToldToJoin() {
    NodeFixture node = waiting(100 * MIB);
    node.report = node.report.having(new NodeSpace(0, 0, 0));

    assertThat(joins()).isTrue();
  }

  /** Its dead member does not wait for the room: it is removed, and the node joins later. */
  @Test
  @Guards("REPLACE_DEAD_MEMBER")
  void aDeadMemberOfADiskWithoutRoomIsRemoved() {
    fixture.data("i-3", DataState.DAMAGED);
    fixture.node("i-3").answering = false;
    fixture.node("i-3").quorumProven = false;
    assertThat(joins()).isTrue();

    fixture.node("i-3").report =
        fixture
            .node("i-3")
            .report
            .having(new NodeSpace(1_500 * MIB, 10 * MIB, 0))
            .puttingAside(new PutAside(3, 900 * MIB, List.<LogEnd>of()));
    assertThat(decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(RemoveMember.class));
  }
}
