package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.Outcome.Result;
import io.quorate.command.RestartMember;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.release.TargetRelease;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.Condition;
import io.quorate.state.EtcdRuns;
import io.quorate.state.LastCommand;
import io.quorate.state.NodeReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A release restores and serves the cluster's own snapshot before a member changes to it. */
class PreflightTest {
  /** As {@link SnapshotFixture#manifest} says, which release wrote the snapshots. */
  private static final EtcdVersion OLD = version("3.5.30");

  private static final EtcdVersion NEW = version("3.5.31");
  private static final Duration JUST_NOW = Duration.ofMinutes(5);
  private static final SnapshotRecord TAKEN = SnapshotFixture.taken(JUST_NOW, 50);
  private static final SnapshotRecord RIGHT = by(OLD);
  private static final SnapshotRecord PROVED = by(NEW);

  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }

  private static SnapshotRecord by(EtcdVersion release) {
    return TAKEN.verifiedBy(
        new SnapshotRecord.Verified(ClusterFixture.NOW, 1500, Optional.of(release)));
  }

  private static Set<String> abilities() {
    Set<String> names = new TreeSet<>();
    CommandKind.of(Lane.MAINTENANCE).forEach(kind -> names.add(kind.name()));
    names.remove(CommandKind.COMPARE_DATA.name());
    names.add(CommandKind.RESTART_MEMBER.name());
    names.add(VerifySnapshot.RELEASE_ABILITY);
    return names;
  }

  /** Three voters led by i-1 that run the old release and have both, of a spec with the new one. */
  private static SnapshotFixture upgrading(SnapshotRecord... snapshots) {
    return asked(NEW, "interval: 30m", snapshots);
  }

  private static SnapshotFixture asked(
      EtcdVersion target, String policy, SnapshotRecord... snapshots) {
    SnapshotFixture fixture = new SnapshotFixture(ClusterFixture.healthy(3)).catalogue(snapshots);
    ClusterFixture cluster = fixture.cluster;
    apply(cluster, target, policy);
    cluster.actors.values().forEach(node -> runs(cluster, node, OLD));
    return fixture;
  }

  private static void apply(ClusterFixture cluster, EtcdVersion target, String policy) {
    cluster.spec =
        SpecReader.read(
                "name: demo\netcd: {version: %s}\nsnapshots: {%s}\nmaintenance: {compareData: off}\n"
                    .formatted(target, policy))
            .orThrow();
    cluster.records = cluster.records.with(new TargetRelease(target, List.of()));
  }

  private static void runs(ClusterFixture cluster, NodeFixture node, EtcdVersion release) {
    node.report = NodeReport.NOTHING.knowing(abilities());
    node.version = release.toString();
    node.runs =
        new EtcdRuns(
            Optional.of(version("3.5.16")),
            1,
            Optional.empty(),
            Optional.of(StartSettings.of(cluster.spec)),
            Set.of(OLD, NEW));
  }

  private static Optional<Command> told(SnapshotFixture fixture) {
    return fixture.cluster.plan().decision() instanceof StartCommand issued
        ? Optional.of(issued.command())
        : Optional.empty();
  }

  private static Optional<VerifySnapshot> verification(SnapshotFixture fixture) {
    return told(fixture).filter(VerifySnapshot.class::isInstance).map(VerifySnapshot.class::cast);
  }

  private static Optional<EtcdVersion> restart(SnapshotFixture fixture) {
    return told(fixture)
        .filter(RestartMember.class::isInstance)
        .map(RestartMember.class::cast)
        .flatMap(RestartMember::release);
  }

  private static String shown(SnapshotFixture fixture, Condition.Type type) {
    return fixture.cluster.shown(type).orElse("");
  }

  /** The target's verification is open on i-2, which answers. */
  private static SnapshotFixture answered(
      SnapshotRecord record, Result result, Map<String, Object> values, String detail) {
    SnapshotFixture fixture =
        upgrading(record).open(CommandKind.VERIFY_SNAPSHOT, "i-2", record.id());
    ClusterFixture cluster = fixture.cluster;
    CommandHeader header =
        new CommandHeader(
            "task-1",
            new InstanceId("i-2"),
            cluster.lineage.uid(),
            cluster.lineage.generation(),
            new FencingToken(cluster.token),
            cluster.now);
    Map<InstanceId, CommandSlot> slots = new HashMap<>(cluster.records.taskSlots());
    slots.put(
        new InstanceId("i-2"),
        new CommandSlot(
            new VerifySnapshot(header, record.id(), Duration.ofHours(1), Optional.of(NEW)),
            CommandSlot.State.OPEN));
    cluster.records =
        new ClusterRecords(
                slots,
                cluster.records.requests(),
                cluster.records.snapshots(),
                cluster.records.bucket())
            .with(new TargetRelease(NEW, List.of()));
    return fixture.answers("i-2", result, values, detail);
  }

  private static Optional<CatalogueChange> catalogue(SnapshotFixture fixture) {
    return ((CloseCommand) fixture.cluster.plan().decision()).catalogue();
  }

  private static LastCommand last(SnapshotFixture fixture) {
    return Objects.requireNonNull(
        fixture.cluster.plan().status().tasks().last().get(CommandKind.VERIFY_SNAPSHOT));
  }

  @Test
  @Guards("START_TASK")
  void whatTheFormerReleaseVerifiedIsVerifiedAgainByTheTarget() {
    for (SnapshotRecord verified :
        List.of(RIGHT, SnapshotFixture.verified(JUST_NOW, 50), by(version("3.5.16")))) {
      SnapshotFixture fixture = upgrading(verified);
      VerifySnapshot verify = verification(fixture).orElseThrow();
      assertThat(verify.release()).contains(NEW);
      assertThat(verify.snapshot()).isEqualTo(verified.id());
      assertThat(verify.header().executor()).as("no leader").isEqualTo(new InstanceId("i-2"));
      assertThat(fixture.cluster.plan().decision().reason().code()).isEqualTo("PREFLIGHT_DUE");
      assertThat(shown(fixture, Condition.Type.UPGRADE_RUNS))
          .contains("snapshot " + verified.id() + " is not verified by etcd 3.5.31 yet");
    }
  }

  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void onlyThenAMemberRestarts() {
    assertThat(restart(upgrading(PROVED))).contains(NEW);
  }

  @Test
  void anUnverifiedOneIsVerifiedByTheReleaseThatWroteItFirst() {
    SnapshotFixture fixture = upgrading(TAKEN);
    assertThat(verification(fixture).orElseThrow().release()).contains(OLD);
    assertThat(fixture.cluster.plan().decision().reason().code()).isEqualTo("VERIFICATION_DUE");
    fixture.cluster.actors.values().forEach(node -> node.report = withoutAbility());
    assertThat(verification(fixture).orElseThrow().release()).as("an older agent").isEmpty();
  }

  private static NodeReport withoutAbility() {
    Set<String> names = abilities();
    names.remove(VerifySnapshot.RELEASE_ABILITY);
    return NodeReport.NOTHING.knowing(names);
  }

  /** Whatever the catalogue says, members restart with a release that proved itself, or none. */
  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void noMemberRestartsWithAReleaseThatHasNotReadAFreshSnapshot() {
    List<SnapshotRecord> records =
        List.of(
            TAKEN,
            TAKEN.failed("its hash"),
            RIGHT,
            SnapshotFixture.verified(JUST_NOW, 50),
            PROVED,
            PROVED.read(Optional.of("ARCHIVED: it is")),
            PROVED.failed("its hash"),
            PROVED.deleting(),
            SnapshotFixture.taken(Duration.ofMinutes(40), 40)
                .verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW, 1, Optional.of(NEW))));
    for (SnapshotRecord record : records) {
      for (String policy : List.of("interval: 30m", "{interval: 30m, verify: each}")) {
        SnapshotFixture fixture = asked(NEW, policy.replaceAll("[{}]", ""), record);
        assertThat(restart(fixture).isPresent()).as("%s", record).isEqualTo(record.equals(PROVED));
      }
    }
    assertThat(restart(upgrading())).isEmpty();
  }

  @Test
  void whereTheSpecVerifiesNothingNothingIsVerified() {
    assertThat(restart(asked(NEW, "interval: 30m, verify: off", TAKEN))).contains(NEW);
    assertThat(restart(asked(NEW, "interval: off"))).contains(NEW);
  }

  @Test
  @Guards("CLOSE_TASK")
  void theCatalogueNamesTheReleaseThatTheOutcomeNames() {
    Map<String, Object> values = Map.of("restoreMillis", 900L, "release", "3.5.31");
    assertThat(catalogue(answered(RIGHT, Result.DONE, values, "right")))
        .contains(
            CatalogueChange.replace(
                RIGHT,
                RIGHT.verifiedBy(
                    new SnapshotRecord.Verified(ClusterFixture.NOW, 900, Optional.of(NEW)))));
  }

  @Test
  void anOutcomeOfAnotherReleaseOrOfNoneProvesNothing() {
    for (Map<String, Object> values :
        List.<Map<String, Object>>of(
            Map.of("restoreMillis", 900L), Map.of("restoreMillis", 900L, "release", "3.5.30"))) {
      SnapshotFixture fixture = answered(RIGHT, Result.DONE, values, "right");
      assertThat(catalogue(fixture)).isEmpty();
      assertThat(last(fixture).failures()).isEqualTo(1);
      assertThat(last(fixture).detail()).contains("to be verified by etcd 3.5.31");
    }
  }

  private static final Map<String, Object> REFUSED =
      Map.of(
          CommandFailure.VERDICT,
          CommandFailure.REFUSED_BY_RELEASE,
          VerifySnapshot.RELEASE,
          "3.5.31");

  @Test
  @Guards("UPGRADE_HALTED")
  void aReleaseThatRefusesTheSnapshotIsHaltedAndTheSnapshotStays() {
    SnapshotFixture fixture =
        answered(RIGHT, Result.FAILED, REFUSED, "etcd ended: panic: unknown bucket");
    Plan plan = fixture.cluster.plan();
    assertThat(catalogue(fixture)).isEmpty();
    assertThat(last(fixture).failures()).isZero();

    SnapshotFixture halted = upgrading(RIGHT);
    halted.cluster.status = plan.status();
    assertThat(told(halted)).isEmpty();
    assertThat(shown(halted, Condition.Type.UPGRADE_HALTED))
        .contains(
            "etcd 3.5.31 cannot restore and serve snapshot " + RIGHT.id(),
            "i-2",
            "panic: unknown bucket",
            "stays a source",
            "quorate resume demo --yes");
    assertThat(shown(halted, Condition.Type.UPGRADE_RUNS)).isEmpty();

    halted.cluster.status =
        halted.cluster.status.withRollOutHalt(Optional.empty()); // quorate resume
    assertThat(verification(halted).orElseThrow().release()).contains(NEW);

    apply(halted.cluster, OLD, "interval: 30m");
    halted.cluster.status = plan.status();
    assertThat(shown(halted, Condition.Type.UPGRADE_HALTED)).isEmpty();
    assertThat(halted.cluster.plan().status().rollOutHalt()).isEmpty();
  }

  @Test
  void aFileThatIsNotTheUploadedOneIsBadAndHaltsNothing() {
    SnapshotFixture fixture =
        answered(
            RIGHT, Result.FAILED, Map.of(CommandFailure.VERDICT, CommandFailure.BAD), "SHA-256");
    assertThat(catalogue(fixture))
        .contains(CatalogueChange.replace(RIGHT, RIGHT.failed("SHA-256")));
    assertThat(fixture.cluster.plan().status().rollOutHalt()).isEmpty();
  }

  @Test
  @Guards("UPGRADE_BLOCKED")
  void whatProvesNothingIsTriedAgainOnAnotherNodeAfterAWhile() {
    SnapshotFixture fixture =
        upgrading(RIGHT).failed(CommandKind.VERIFY_SNAPSHOT, 1, Duration.ofSeconds(10), "i-2");
    assertThat(told(fixture)).isEmpty();
    assertThat(shown(fixture, Condition.Type.UPGRADE_BLOCKED))
        .contains("etcd 3.5.31", "could not be verified by it", "i-2", "STORE_AWAY: no answer");
    SnapshotFixture later =
        upgrading(RIGHT).failed(CommandKind.VERIFY_SNAPSHOT, 1, Duration.ofMinutes(2), "i-2");
    assertThat(verification(later).orElseThrow().header().executor())
        .isEqualTo(new InstanceId("i-3"));
  }

  @Test
  @Guards("UPGRADE_BLOCKED")
  void olderAgentsAreNotToldAndNamed() {
    SnapshotFixture fixture = upgrading(RIGHT);
    fixture.cluster.actors.values().forEach(node -> node.report = withoutAbility());
    assertThat(told(fixture)).isEmpty();
    for (SnapshotFixture early : List.of(fixture, upgrading(), upgrading(TAKEN))) {
      early.cluster.actors.values().forEach(node -> node.report = withoutAbility());
      assertThat(shown(early, Condition.Type.UPGRADE_BLOCKED))
          .contains("the agents on i-1, i-2, i-3 cannot verify", "upgrade them");
    }

    fixture.cluster.node("i-1").report = NodeReport.NOTHING.knowing(abilities());
    assertThat(told(fixture)).as("the leader does not verify").isEmpty();
    assertThat(shown(fixture, Condition.Type.UPGRADE_BLOCKED)).contains("i-2, i-3");

    fixture.cluster.node("i-3").report = NodeReport.NOTHING.knowing(abilities());
    assertThat(verification(fixture).orElseThrow().header().executor())
        .isEqualTo(new InstanceId("i-3"));
    assertThat(shown(fixture, Condition.Type.UPGRADE_BLOCKED)).isEmpty();
  }

  /** A loss meanwhile could be restored by nobody. */
  @Test
  void afterTheWayBackToAnOlderLineASnapshotIsTaken() {
    SnapshotRecord newer = SnapshotFixture.taken(JUST_NOW, 50, "3.6.14");
    SnapshotFixture back = asked(OLD, "interval: 30m", newer);
    assertThat(told(asked(OLD, "interval: 30m", by(OLD)))).isEmpty();
    assertThat(told(back)).get().isInstanceOf(TakeSnapshot.class);
    assertThat(back.cluster.plan().decision().reason().code()).isEqualTo("SNAPSHOT_AFTER_WAY_BACK");
    runs(back.cluster, back.cluster.node("i-2"), version("3.6.14"));
    assertThat(back.cluster.plan().decision().reason().code())
        .as("one of them still reads it")
        .isNotEqualTo("SNAPSHOT_AFTER_WAY_BACK");
  }

  /** As one of before the upgrade, on the way back of another. */
  @Test
  void aSnapshotOfAReleaseThatNoVoterRunsProvesNothing() {
    SnapshotFixture fixture = asked(version("3.5.16"), "interval: 30m", by(version("3.5.16")));
    ClusterFixture cluster = fixture.cluster;
    cluster.actors.values().forEach(node -> runs(cluster, node, NEW));
    assertThat(restart(fixture)).isEmpty();
    assertThat(told(fixture)).get().isInstanceOf(TakeSnapshot.class);
  }

  /** What the old release wrote before it was left says nothing of what the new one wrote since. */
  @Test
  void theWayBackNeedsASnapshotThatTheNewerReleaseWrote() {
    SnapshotFixture back = asked(OLD, "interval: 30m", RIGHT);
    back.cluster.actors.values().forEach(node -> runs(back.cluster, node, NEW));
    assertThat(told(back)).get().isInstanceOf(TakeSnapshot.class);
    assertThat(back.cluster.plan().decision().reason().code()).isEqualTo("SNAPSHOT_BEFORE_UPGRADE");
  }

  /** The newer release's member may be what is unwell: a voter of the former one gives it, too. */
  @Test
  void theWayBackOutOfAHalfMadeUpgradeIsOpenByAnyVotersSnapshot() {
    SnapshotFixture back = asked(OLD, "interval: 30m", RIGHT);
    runs(back.cluster, back.cluster.node("i-2"), NEW);
    assertThat(restart(back)).contains(OLD);
  }

  /** One that does not serve has read nothing lately. */
  @Test
  void aVoterOfTheFormerReleaseThatDoesNotServeProvesNothing() {
    SnapshotFixture back = asked(OLD, "interval: 30m", RIGHT);
    runs(back.cluster, back.cluster.node("i-1"), NEW);
    runs(back.cluster, back.cluster.node("i-2"), NEW);
    back.cluster.node("i-3").answering = false;
    assertThat(told(back)).get().isInstanceOf(TakeSnapshot.class);
  }

  /** Where each voter has snapshots of its own, whoever may takes the one before an upgrade. */
  @Test
  void ofEachVoterTheOneBeforeAnUpgradeIsTakenByAnybody() {
    SnapshotRecord older = SnapshotFixture.taken(Duration.ofMinutes(40), 40);
    SnapshotFixture fixture = asked(NEW, "interval: 6h, from: each", older);
    SnapshotRecord first = SnapshotFixture.takenBy("i-1", Duration.ofMinutes(40), 41);
    SnapshotRecord third = SnapshotFixture.takenBy("i-3", Duration.ofMinutes(40), 42);
    fixture.catalogue(older, first, third);
    fixture.cluster.records = fixture.cluster.records.with(new TargetRelease(NEW, List.of()));
    assertThat(told(fixture)).get().isInstanceOf(TakeSnapshot.class);
  }
}
