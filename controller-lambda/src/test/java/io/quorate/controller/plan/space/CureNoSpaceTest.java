package io.quorate.controller.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.CompactHistory;
import io.quorate.command.DefragmentMember;
import io.quorate.command.DisarmAlarm;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeSpace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A cluster whose etcd refuses all writes makes room by itself. */
@Guards("CURE_NOSPACE")
class CureNoSpaceTest {
  private static final long MIB = 1 << 20;
  private static final String KEEPS_NONE = "autoCompaction: {mode: \"off\"}";

  private final SnapshotFixture fixture = SnapshotFixture.of(3);
  private final ClusterFixture cluster = fixture.cluster;

  private void full(String compaction, String maintenance) {
    cluster.spec =
        SpecReader.read(
                """
                name: demo
                etcd: {version: 3.5, quota: 64MiB, %s}
                snapshots: {interval: off}
                maintenance: {compareData: "off", %s}
                """
                    .formatted(compaction, maintenance))
            .orThrow();
    for (NodeFixture node : cluster.actors.values()) {
      node.dbBytes = 64 * MIB;
      node.alarms = List.of("memberID:1 alarm:NOSPACE ");
    }
    looked();
  }

  /** A turn kept the conditions, and decided nothing. */
  private void looked() {
    var seen = cluster.plan().status();
    cluster.status = cluster.status.showing(seen.phase(), seen.conditions());
  }

  private Optional<Command> next() {
    return cluster.plan().decision() instanceof StartCommand start
        ? Optional.of(start.command())
        : Optional.empty();
  }

  /** The next command is told, and answered with these bytes a second later. */
  private Command ends(Result result, long inUse, long size) {
    Plan begun = cluster.plan();
    StartCommand start = (StartCommand) begun.decision();
    Command command = start.command();
    InstanceId executor = command.header().executor();
    cluster.status = begun.status();
    slot(executor, new CommandSlot(command, CommandSlot.State.OPEN));
    fixture.answers(
        executor.value(), result, Map.of("inUseBytes", inUse, "sizeBytes", size), "so it ended");
    cluster.after(Duration.ofSeconds(1));
    Plan closed = cluster.plan();
    assertThat(closed.decision()).isInstanceOf(CloseCommand.class);
    cluster.status = closed.status();
    slot(executor, new CommandSlot(command, CommandSlot.State.CLOSED));
    return command;
  }

  private void slot(InstanceId instance, CommandSlot slot) {
    Map<InstanceId, CommandSlot> slots = new HashMap<>(cluster.records.taskSlots());
    slots.put(instance, slot);
    cluster.records =
        new ClusterRecords(slots, List.of(), cluster.records.snapshots(), cluster.records.bucket());
  }

  private void defragmented() {
    for (String expected : List.of("i-2", "i-3", "i-1")) {
      Command command = ends(Result.DONE, 10 * MIB, 10 * MIB);
      assertThat(command).isInstanceOf(DefragmentMember.class);
      assertThat(command.header().executor().value()).isEqualTo(expected);
    }
  }

  private void cleared() {
    cluster.actors.values().forEach(node -> node.alarms = List.of());
    looked();
  }

  @Test
  void compactsThenDefragmentsEachVoterAndOnlyThenDisarms() {
    full("autoCompaction: {mode: revision, retention: 20}", "");

    CompactHistory compact = (CompactHistory) ends(Result.DONE, 10 * MIB, 64 * MIB);
    assertThat(compact.revision()).isEqualTo(50 - 20);
    assertThat(compact.cure()).contains(CompactHistory.Cure.KEPT);
    defragmented();
    DisarmAlarm disarm = (DisarmAlarm) ends(Result.DONE, 0, 0);

    assertThat(disarm.mostBytes()).isBetween(60 * MIB, 61 * MIB);
    cleared();
    assertThat(next()).isEmpty();
  }

  @Test
  void aLearnerThatSomebodyAddedByHandHoldsNothingBack() {
    full("autoCompaction: {mode: revision, retention: 20}", "");
    cluster.listed.add(
        new MemberEntry(new MemberId(0xabc), "", List.of("http://192.0.2.1:2380"), true));

    ends(Result.DONE, 10 * MIB, 64 * MIB);
    defragmented();
    assertThat(next()).get().isInstanceOf(DisarmAlarm.class);
  }

  @Test
  void keepsTheTimeOfThePeriodicCompactionByTheSnapshots() {
    SnapshotRecord hour = SnapshotFixture.taken(Duration.ofMinutes(70), 17);
    SnapshotRecord late = SnapshotFixture.taken(Duration.ofMinutes(10), 40);
    fixture.catalogue(hour, late);
    full("autoCompaction: {mode: periodic, retention: 1h}", "");

    assertThat(((CompactHistory) next().orElseThrow()).revision()).isEqualTo(17);
  }

  @Test
  void keepsTheWholeHistoryWhereItIsNeverCompacted() {
    full(KEEPS_NONE, "");

    assertThat(((CompactHistory) next().orElseThrow()).revision()).isEqualTo(1);
  }

  @Test
  @Guards("DATA_EXCEEDS_QUOTA")
  void tellsByHowMuchTheDataPassesTheQuotaAndDropsNoHistoryUnasked() {
    full(KEEPS_NONE, "");
    for (NodeFixture node : cluster.actors.values()) {
      node.report = node.report.having(new NodeSpace(20L << 30, 12L << 30, 64 * MIB));
    }
    ends(Result.DONE, 63 * MIB, 64 * MIB);

    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.DATA_EXCEEDS_QUOTA).orElseThrow())
        .contains("63MiB are in use of a quota of 64MiB: 2.2MiB more than leaves room")
        .contains("the disks bear 2GiB", "maintenance.emergencyCompaction");
    cluster.after(Duration.ofMinutes(6));
    assertThat(next().orElseThrow()).isInstanceOf(CompactHistory.class);
  }

  @Test
  void dropsTheHistoryWhereThatIsAllowedAndNothingElseLeavesRoom() {
    full(KEEPS_NONE, "emergencyCompaction: true");
    assertThat(((CompactHistory) ends(Result.DONE, 63 * MIB, 64 * MIB)).cure())
        .contains(CompactHistory.Cure.KEPT);

    CompactHistory emergency = (CompactHistory) ends(Result.DONE, 10 * MIB, 64 * MIB);

    assertThat(emergency.cure()).contains(CompactHistory.Cure.EMERGENCY);
    assertThat(emergency.revision()).isEqualTo(50);
    defragmented();
    assertThat(next().orElseThrow()).isInstanceOf(DisarmAlarm.class);
  }

  @Test
  void dropsTheHistoryOnceWhereEvenThatLeavesNoRoom() {
    full(KEEPS_NONE, "emergencyCompaction: true");
    ends(Result.DONE, 63 * MIB, 64 * MIB);
    ends(Result.DONE, 62 * MIB, 64 * MIB);

    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.DATA_EXCEEDS_QUOTA).orElseThrow())
        .contains("62MiB are in use")
        .doesNotContain("emergencyCompaction");
  }

  @Test
  void doesNotDisarmWhenADatabaseIsStillTooLarge() {
    full(KEEPS_NONE, "");
    ends(Result.DONE, 10 * MIB, 64 * MIB);
    ends(Result.DONE, 10 * MIB, 10 * MIB);
    ends(Result.DONE, 62 * MIB, 62 * MIB);
    ends(Result.DONE, 10 * MIB, 10 * MIB);

    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.DATA_EXCEEDS_QUOTA)).isPresent();
  }

  /** Its agent refuses to disarm for ever: the seed 570000392 of the simulation. */
  @Test
  void defragmentsAgainWhoLostItsDataAndTookOverTheLeadersPages() {
    full(KEEPS_NONE, "");
    ends(Result.DONE, 10 * MIB, 64 * MIB);
    defragmented();
    cluster.actors.values().forEach(node -> node.dbBytes = 10 * MIB);
    cluster.node("i-2").dbBytes = 64 * MIB;
    assertThat(next().orElseThrow()).as("its row may be older").isInstanceOf(DisarmAlarm.class);

    cluster.after(Duration.ofMinutes(1));
    DefragmentMember again = (DefragmentMember) ends(Result.DONE, 10 * MIB, 10 * MIB);
    assertThat(again.header().executor().value()).isEqualTo("i-2");
    assertThat(next().orElseThrow()).isInstanceOf(DisarmAlarm.class);
  }

  @Test
  void goesByTheQuotaThatEtcdRunsWithNotByThatOfTheSpec() {
    full(KEEPS_NONE, "");
    cluster.node("i-3").report =
        cluster.node("i-3").report.having(new NodeSpace(20L << 30, 12L << 30, 32 * MIB));
    ends(Result.DONE, 31 * MIB, 64 * MIB);

    assertThat(cluster.shown(Condition.Type.DATA_EXCEEDS_QUOTA).orElseThrow())
        .contains("of a quota of 32MiB");
  }

  @Test
  void leavesAnAlarmThatIsRaisedAgainWithinAMinuteAloneForTenMinutes() {
    full(KEEPS_NONE, "");
    ends(Result.DONE, 10 * MIB, 64 * MIB);
    defragmented();
    ends(Result.DONE, 0, 0);
    cleared();
    cluster.after(Duration.ofSeconds(30));
    cluster.actors.values().forEach(node -> node.alarms = List.of("alarm:NOSPACE"));

    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.ETCD_ALARM).orElseThrow())
        .contains("raised again within a minute");
    looked();
    cluster.after(Duration.ofMinutes(10));
    assertThat(next().orElseThrow()).isInstanceOf(CompactHistory.class);
  }

  private void raisedAgainAfter(Duration time) {
    cluster.after(time);
    cluster.actors.values().forEach(node -> node.alarms = List.of("alarm:NOSPACE"));
  }

  @Test
  void dropsTheHistoryOnceWhereWhatItMadeRoomForIsFullWithinAMinute() {
    full(KEEPS_NONE, "emergencyCompaction: true");
    ends(Result.DONE, 58 * MIB, 64 * MIB);
    defragmented();
    ends(Result.DONE, 0, 0);
    cleared();
    raisedAgainAfter(Duration.ofSeconds(30));
    looked();

    CompactHistory emergency = (CompactHistory) ends(Result.DONE, 10 * MIB, 64 * MIB);

    assertThat(emergency.cure()).contains(CompactHistory.Cure.EMERGENCY);
    assertThat(emergency.revision()).isEqualTo(50);
    defragmented();
    assertThat(ends(Result.DONE, 0, 0)).isInstanceOf(DisarmAlarm.class);
    cleared();
    raisedAgainAfter(Duration.ofSeconds(30));
    looked();
    assertThat(next()).as("it was dropped, and that was full within a minute, too").isEmpty();
    assertThat(cluster.shown(Condition.Type.ETCD_ALARM).orElseThrow())
        .contains("raised again within a minute");
  }

  /** Then no row ever tells that it was disarmed. */
  @Test
  void dropsTheHistoryOnceWhereWhatItMadeRoomForIsFullAtOnce() {
    full(KEEPS_NONE, "emergencyCompaction: true");
    ends(Result.DONE, 58 * MIB, 64 * MIB);
    defragmented();
    ends(Result.DONE, 0, 0);
    cluster.after(Duration.ofSeconds(10));

    assertThat(((CompactHistory) ends(Result.DONE, 10 * MIB, 64 * MIB)).cure())
        .contains(CompactHistory.Cure.EMERGENCY);
    defragmented();
    assertThat(ends(Result.DONE, 0, 0)).isInstanceOf(DisarmAlarm.class);
    cluster.after(Duration.ofSeconds(10));
    assertThat(next()).as("it was dropped, and that was full at once, too").isEmpty();
    assertThat(cluster.shown(Condition.Type.ETCD_ALARM).orElseThrow())
        .contains("raised again within a minute");
  }

  @Test
  void dropsNoHistoryForAnAlarmThatIsToldStillAfterItsEnd() {
    full(KEEPS_NONE, "emergencyCompaction: true");
    ends(Result.DONE, 58 * MIB, 64 * MIB);
    defragmented();
    ends(Result.DONE, 0, 0);
    cluster.after(Duration.ofSeconds(1));

    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.ETCD_ALARM).orElseThrow())
        .contains("raised again within a minute");
  }

  @Test
  void doesNothingBesideCorruptOrWhereAMemberCannotBeDefragmented() {
    full(KEEPS_NONE, "");
    cluster.node("i-1").alarms = List.of("alarm:NOSPACE", "alarm:CORRUPT");
    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.ETCD_ALARM).orElseThrow()).contains("CORRUPT, too");
  }

  @Test
  void waitsWithADefragmentationForAQuorumOfTheOthers() {
    full(KEEPS_NONE, "");
    ends(Result.DONE, 10 * MIB, 64 * MIB);
    cluster.silence("i-3");

    assertThat(next()).isEmpty();
    assertThat(cluster.shown(Condition.Type.ETCD_ALARM).orElseThrow()).contains("no quorum");
  }

  @Test
  void doesNothingBesideAnOpenMembershipCommand() {
    full(KEEPS_NONE, "");
    cluster.open(CommandKind.REMOVE_MEMBER, "i-3");

    assertThat(next()).isEmpty();
  }
}
