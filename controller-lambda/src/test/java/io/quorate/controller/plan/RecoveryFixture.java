package io.quorate.controller.plan;

import io.quorate.instruction.Outcome;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.Holder;
import io.quorate.state.NodeReport;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.task.TaskKind;
import io.quorate.task.TaskOutcome;
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
    ClusterFixture fixture = ClusterFixture.healthy(3);
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
            new DataHolding(
                DataHolding.State.NONE, Optional.of(cause), "disk-" + node.instance),
            Optional.empty());
    return node;
  }

  static NodeReport report(DataHolding holds, Optional<TaskOutcome> outcome) {
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
    NodeFixture candidate = candidate(fixture);
    candidate.stateVersion++;
    candidate.report =
        report(
            candidate.report.holds().orElseThrow(),
            Optional.of(
                new TaskOutcome(
                    recovery.trialId().orElseThrow(),
                    1,
                    TaskKind.VERIFY_SNAPSHOT,
                    result,
                    detail,
                    values)));
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
            records.taskSlots(), records.requests(), records.snapshots(), Optional.of(next));
  }

  static void catalogue(ClusterFixture fixture, SnapshotRecord... lines) {
    fixture.records =
        new ClusterRecords(Map.of(), List.of(), List.of(lines), fixture.records.recovery());
  }

  /** Replaces one line of the catalogue. */
  static void line(ClusterFixture fixture, SnapshotRecord next) {
    List<SnapshotRecord> lines = new ArrayList<>(fixture.records.snapshots());
    lines.replaceAll(line -> line.id().equals(next.id()) ? next : line);
    catalogue(fixture, lines.toArray(SnapshotRecord[]::new));
  }

  static SnapshotManifest manifest(
      ClusterFixture fixture, SnapshotId id, long revision, long term, long index) {
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
        4096,
        "00ff",
        Optional.empty(),
        Instant.parse("2026-01-02T03:00:00Z"),
        "scheduled",
        "test");
  }

}
