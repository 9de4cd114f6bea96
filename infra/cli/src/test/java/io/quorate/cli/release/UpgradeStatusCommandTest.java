package io.quorate.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.command.CommandKind;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.state.OpenCommand;
import io.quorate.state.RollOutHalt;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The status of an upgrade tells how far the release is with the cluster's own snapshot. */
class UpgradeStatusCommandTest {
  private static final Instant AT = Sample.NOW.minusSeconds(600);
  private static final SnapshotId ID = SnapshotId.of(AT, Generation.FIRST, 1000);
  private static final SnapshotRecord TAKEN =
      SnapshotRecord.taken(
          new SnapshotManifest(
              ID,
              Sample.DEMO,
              Sample.UID,
              Sample.CLUSTER_ID,
              Sample.member(2),
              Sample.instance(2),
              SnapshotKeys.data(Sample.DEMO, Sample.UID, ID, 1),
              new SnapshotManifest.Position(1000, 1000, 2, 1198),
              "3.5.30",
              3,
              "0a".repeat(32),
              Optional.empty(),
              AT,
              "scheduled",
              "0.2.0"));

  private final Run run = Run.onEmptyStore();

  private static SnapshotRecord by(String release) {
    return TAKEN.verifiedBy(new SnapshotRecord.Verified(AT, 900, EtcdVersion.parse(release)));
  }

  private String shows(String policy, Status status, SnapshotRecord... snapshots) {
    ClusterSummary healthy = Sample.healthy().snapshots(snapshots).status(status).summary();
    ClusterSpec spec =
        SpecReader.read("name: demo\netcd: {version: 3.5.99}\nsnapshots: {%s}\n".formatted(policy))
            .orThrow();
    Stored.put(
        run.store(),
        new ClusterSummary(
            healthy.cluster(),
            Optional.of(new SpecRecord(spec, Sample.UID, 2, AT, "alice")),
            healthy.lineage(),
            healthy.status(),
            healthy.lease(),
            healthy.nodes(),
            healthy.snapshots(),
            healthy.journal(),
            healthy.unreadable(),
            healthy.readAt()));
    assertThat(run.quorate("upgrade", "status", "demo")).as(run.err()).isZero();
    return run.out();
  }

  private static Status status() {
    return Sample.healthy().status();
  }

  @Test
  void whatItWaitsForIsNamed() {
    assertThat(shows("interval: 30m", status())).contains("preflight: waits for a snapshot\n");
    assertThat(shows("interval: 30m", status(), by("3.5.30")))
        .contains("preflight: snapshot " + ID + ": etcd 3.5.99 has not restored it yet (verified")
        .contains(" by etcd 3.5.30)");
    assertThat(shows("interval: off", status()))
        .contains("preflight: none: the spec takes no snapshots");
  }

  @Test
  void theProofIsNamed() {
    assertThat(shows("interval: 30m", status(), by("3.5.99")))
        .contains("preflight: snapshot " + ID + ": etcd 3.5.99 restored and served it (verified");
    run.quorate("upgrade", "status", "demo", "--output", "json");
    assertThat(run.out())
        .contains("\"state\" : \"PROVED\"", "\"snapshot\" : \"" + ID + "\"")
        .contains("\"verifiedRelease\" : \"3.5.99\"", "\"release\" : \"3.5.99\"");
  }

  @Test
  void whoTriesItAndWhoRefusedItIsNamed() {
    OpenCommand open =
        new OpenCommand(
            "task-1",
            CommandKind.VERIFY_SNAPSHOT,
            Sample.instance(2),
            ID.value(),
            Optional.empty(),
            AT,
            AT.plusSeconds(900),
            false);
    assertThat(shows("interval: 30m", status().opening(open), by("3.5.30")))
        .contains("etcd 3.5.99 is not done: " + Sample.instance(2) + " verifies it");
    RollOutHalt halt =
        new RollOutHalt(Sample.instance(2), "s etcd 3.5.99", "panic", AT, Optional.of(ID));
    assertThat(shows("interval: 30m", status().withRollOutHalt(Optional.of(halt)), by("3.5.30")))
        .contains("preflight: snapshot " + ID + ": etcd 3.5.99 cannot restore and serve it\n");
  }
}
