package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.Holder;
import io.quorate.state.NodeReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Scenes in which the data of a cluster is lost, on a {@link ClusterFixture}. */
final class RecoveryFixture {
  static final SnapshotId OLDER = new SnapshotId("20260102T020000Z-g1-0001");
  static final SnapshotId NEWER = new SnapshotId("20260102T030000Z-g1-0002");

  private RecoveryFixture() {}

  /** Three voters whose holders are recorded, and two snapshots. */
  static ClusterFixture recorded() {
    return recorded(3);
  }

  /** So many voters whose holders are recorded, and two snapshots. */
  static ClusterFixture recorded(int voters) {
    ClusterFixture fixture = ClusterFixture.healthy(voters);
    DataHolders holders = DataHolders.UNRECORDED;
    for (NodeFixture node : fixture.actors.values()) {
      holders =
          holders.with(
              node.instance,
              new Holder(Generation.FIRST, "disk-" + node.instance, ClusterFixture.NOW));
    }
    fixture.status = fixture.status.withData(holders);
    catalogue(
        fixture,
        SnapshotRecord.taken(manifest(fixture, OLDER, 30, 2, 40)),
        SnapshotRecord.taken(manifest(fixture, NEWER, 45, 2, 55)));
    return fixture;
  }

  /** All three are terminated, and three new nodes wait. */
  static ClusterFixture everythingLost() {
    ClusterFixture fixture = recorded();
    List.of("i-1", "i-2", "i-3").forEach(fixture::terminate);
    for (String instance : List.of("i-4", "i-5", "i-6")) {
      waiting(fixture.launch(instance), DataHolding.Cause.NEVER);
    }
    return fixture;
  }

  /** A node that proves that it is empty, and knows how to recover. */
  static NodeFixture waiting(NodeFixture node, DataHolding.Cause cause) {
    node.answering = false;
    node.quorumProven = false;
    node.report =
        report(
            new DataHolding(DataHolding.State.NONE, Optional.of(cause), "disk-" + node.instance),
            Optional.empty());
    return node;
  }

  static NodeReport report(DataHolding holds, Optional<Outcome> outcome) {
    return new NodeReport(
        Set.of(Recovery.ABILITY),
        Optional.of(holds),
        false,
        Optional.empty(),
        outcome,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** The trial that runs ends so on its candidate. */
  static void trialEnds(
      ClusterFixture fixture, Outcome.Result result, String detail, Map<String, Object> values) {
    Recovery recovery = recovery(fixture);
    bucketListed(fixture);
    NodeFixture candidate = candidate(fixture);
    candidate.stateVersion++;
    candidate.report =
        new NodeReport(
            candidate.report.kinds(),
            candidate.report.holds(),
            false,
            candidate.report.fenced(),
            Optional.of(
                new Outcome(
                    recovery.trialId().orElseThrow(),
                    1,
                    CommandKind.VERIFY_SNAPSHOT,
                    result,
                    detail,
                    values)),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty());
  }

  /** The bucket is listed in each look, and holds what the catalogue tells of. */
  static void bucketListed(ClusterFixture fixture) {
    ClusterRecords records = fixture.records;
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            records.requests(),
            records.snapshots(),
            SnapshotFixture.holding(
                Duration.ofHours(1),
                List.of(),
                List.of(),
                records.snapshots().toArray(SnapshotRecord[]::new)),
            records.recovery());
  }

  static NodeFixture candidate(ClusterFixture fixture) {
    return fixture.node(recovery(fixture).trial().orElseThrow().candidate().value());
  }

  static Recovery recovery(ClusterFixture fixture) {
    return fixture.records.recovery().orElseThrow();
  }

  static void recovery(ClusterFixture fixture, Recovery next) {
    ClusterRecords records = fixture.records;
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            records.requests(),
            records.snapshots(),
            records.bucket(),
            Optional.of(next));
  }

  /** An operator acknowledges the loss. */
  static void request(ClusterFixture fixture) {
    ClusterRecords records = fixture.records;
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            List.of(
                Request.open(
                    "000001767323045678-a1",
                    RequestKind.ACKNOWLEDGE_RECOVERY,
                    Map.of(),
                    "someone",
                    fixture.now)),
            records.snapshots(),
            records.bucket(),
            records.recovery());
  }

  static void catalogue(ClusterFixture fixture, SnapshotRecord... lines) {
    fixture.records =
        new ClusterRecords(
            Map.of(),
            fixture.records.requests(),
            List.of(lines),
            new BucketView.NotObserved(),
            fixture.records.recovery());
  }

  /** Replaces one line of the catalogue. */
  static void line(ClusterFixture fixture, SnapshotRecord next) {
    List<SnapshotRecord> lines = new ArrayList<>(fixture.records.snapshots());
    lines.replaceAll(line -> line.id().equals(next.id()) ? next : line);
    catalogue(fixture, lines.toArray(SnapshotRecord[]::new));
  }

  static SnapshotManifest manifest(
      ClusterFixture fixture, SnapshotId id, long revision, long term, long index) {
    return manifest(fixture, id, revision, term, index, 4096);
  }

  static SnapshotManifest manifest(
      ClusterFixture fixture, SnapshotId id, long revision, long term, long index, long bytes) {
    return new SnapshotManifest(
        id,
        fixture.view().cluster(),
        ClusterFixture.UID,
        fixture.lineage.bootstrap().orElseThrow().clusterId(),
        fixture.member("i-1"),
        new InstanceId("i-1"),
        "demo/uid-1/snapshots/" + id + ".1.db",
        new SnapshotManifest.Position(revision, revision, term, index),
        "3.5.30",
        bytes,
        "00ff",
        Optional.empty(),
        Instant.parse("2026-01-02T03:00:00Z"),
        "scheduled",
        "test");
  }

  static final Map<String, Object> GOOD = Map.of("restoreMillis", 400L, "revision", 45L);

  /** Takes the record as the plan leaves it. */
  static Recovery advance(ClusterFixture fixture) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(AdvanceRecovery.class);
    AdvanceRecovery advance = (AdvanceRecovery) plan.decision();
    fixture.status = plan.status();
    advance.snapshot().ifPresent(line -> line(fixture, line));
    recovery(fixture, advance.next());
    return advance.next();
  }

  static ClusterFixture onTrial() {
    ClusterFixture fixture = everythingLost();
    advance(fixture);
    return fixture;
  }

  static CommitRecovery commit(ClusterFixture fixture) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(CommitRecovery.class);
    CommitRecovery commit = (CommitRecovery) plan.decision();
    fixture.status = plan.status();
    fixture.lineage = fixture.lineage.reseeding(commit.bootstrap()).committed();
    recovery(fixture, commit.next());
    return commit;
  }

  /** The generation is final, and the seeder has not started it. */
  static ClusterFixture seeding() {
    ClusterFixture fixture = onTrial();
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    commit(fixture);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SEEDING);
    return fixture;
  }

  static void seederServes(ClusterFixture fixture) {
    Bootstrap bootstrap = fixture.lineage.bootstrap().orElseThrow();
    NodeFixture seeder = candidate(fixture);
    seeder.joined(bootstrap, bootstrap.voters().getFirst().memberId());
    seeder.report =
        report(
            new DataHolding(DataHolding.State.DATA, Optional.empty(), "disk-" + seeder.instance),
            Optional.empty());
    fixture.listed.clear();
    fixture.listed.add(
        new io.quorate.state.MemberEntry(
            bootstrap.voters().getFirst().memberId(),
            seeder.instance.value(),
            java.util.List.of(seeder.endpoints().peerUrl()),
            false));
  }

  static Optional<String> condition(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  static void waitsNaming(ClusterFixture fixture, String named) {
    Decision decision = fixture.plan().decision();
    assertThat(decision).isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS))
        .hasValueSatisfying(why -> assertThat(why).contains(named));
  }
}
