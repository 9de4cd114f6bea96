package io.quorate.controller.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.DefragmentMember;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.NodeSpace;
import io.quorate.state.SpaceWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Free pages are given back by rule; half of each database is free here. */
class DefragmentFragmentedTest {
  private static final long MIB = 1 << 20;

  private final SnapshotFixture fixture = SnapshotFixture.of(3);
  private final ClusterFixture cluster = fixture.cluster;

  private void rule(String rule) {
    cluster.spec =
        SpecReader.read(
                """
                name: demo
                etcd: {version: 3.5, quota: 8GiB}
                snapshots: {interval: off}
                maintenance: {compareData: "off", defragment: {%s}}
                """
                    .formatted(rule))
            .orThrow();
    cluster.actors.values().forEach(node -> node.dbBytes = 300 * MIB);
  }

  private Optional<String> told() {
    return cluster.plan().decision() instanceof StartCommand start
            && start.command() instanceof DefragmentMember defragment
        ? Optional.of(defragment.header().executor().value())
        : Optional.empty();
  }

  @Test
  @Guards({"DEFRAGMENT_FRAGMENTED", "SPACE_FRAGMENTED"})
  void defragmentsAFollowerThatHasMoreFreePagesThanTheSpecLeaves() {
    rule("above: 45%, atLeast: 100MiB");

    assertThat(told()).contains("i-2");
    assertThat(cluster.shown(Condition.Type.SPACE_FRAGMENTED).orElseThrow())
        .contains("the database of i-2 has 300MiB, and 150MiB of them are free pages; so have 2");
  }

  @Test
  void defragmentsNobodyBelowEitherBound() {
    rule("above: 50%, atLeast: 100MiB");
    assertThat(told()).isEmpty();
    rule("above: 45%, atLeast: 151MiB");
    assertThat(told()).isEmpty();
    rule("above: off");
    assertThat(told()).isEmpty();
    assertThat(cluster.shown(Condition.Type.SPACE_FRAGMENTED)).isEmpty();
  }

  @Test
  void defragmentsOnlyInTheWindow() {
    cluster.now = Instant.parse("2026-01-02T06:00:00Z");
    rule("window: \"02:00-05:00\"");
    assertThat(told()).isEmpty();
    assertThat(cluster.shown(Condition.Type.SPACE_FRAGMENTED).orElseThrow())
        .contains("in the window 02:00-05:00 UTC");

    cluster.now = Instant.parse("2026-01-02T04:00:00Z");
    assertThat(told()).contains("i-2");
  }

  @Test
  void defragmentsOnlyWhileEveryVoterServesAndNothingElseIsOpen() {
    rule("above: 45%");
    cluster.open(CommandKind.REMOVE_MEMBER, "i-3");
    assertThat(told()).isEmpty();

    SnapshotFixture silent = SnapshotFixture.of(5);
    silent.cluster.spec = cluster.spec;
    silent.cluster.actors.values().forEach(node -> node.dbBytes = 300 * MIB);
    silent.cluster.silence("i-5");
    assertThat(silent.cluster.plan().decision()).isNotInstanceOf(StartCommand.class);
  }

  @Test
  void defragmentsEachMemberOnceAnHourAtMost() {
    rule("above: 45%");
    cluster.status =
        cluster.status.withTasks(
            cluster
                .status
                .tasks()
                .withSpace(
                    SpaceWork.NONE.defragmented(
                        new InstanceId("i-2"),
                        new SpaceWork.Defragmented(cluster.now, 300 * MIB),
                        Set.of())));
    assertThat(told()).contains("i-3");
    cluster.after(Duration.ofMinutes(61));
    assertThat(told()).contains("i-2");
  }

  @Test
  @Guards("DISK_NEAR_FULL")
  void namesADiskThatHasLessThanATenthOrThanACopyOfTheDatabaseNeeds() {
    rule("above: off");
    disk("i-3", 20L << 30, 3L << 30);
    assertThat(cluster.shown(Condition.Type.DISK_NEAR_FULL)).isEmpty();

    disk("i-3", 20L << 30, 1L << 30);
    assertThat(cluster.shown(Condition.Type.DISK_NEAR_FULL).orElseThrow())
        .contains("the disk of i-3 has 1GiB free of 20GiB");
    disk("i-3", 2L << 30, 290 * MIB);
    assertThat(cluster.shown(Condition.Type.DISK_NEAR_FULL).orElseThrow()).contains("290MiB free");
  }

  private void disk(String instance, long total, long free) {
    cluster.node(instance).report =
        cluster.node(instance).report.having(new NodeSpace(total, free, 0));
  }
}
