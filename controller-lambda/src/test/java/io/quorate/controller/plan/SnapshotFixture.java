package io.quorate.controller.plan;

import io.quorate.codec.Codecs;
import io.quorate.command.Command;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.UploadDirectory;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.MirrorView;
import io.quorate.model.ClusterName;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.LastCommand;
import io.quorate.state.NodeReport;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A healthy cluster whose agents take snapshots, for the tests of what is decided about these. */
final class SnapshotFixture {
  static final ClusterName DEMO = new ClusterName("demo");
  static final Duration INTERVAL = Duration.ofMinutes(30);

  final ClusterFixture cluster;

  SnapshotFixture(ClusterFixture cluster) {
    this.cluster = cluster;
  }

  /** So many voters, led by i-1, that take a snapshot each half hour and verify one a day. */
  static SnapshotFixture of(int voters) {
    ClusterFixture cluster = ClusterFixture.healthy(voters);
    cluster.spec = ClusterFixture.spec("interval: 30m");
    SnapshotFixture fixture = new SnapshotFixture(cluster);
    cluster
        .actors
        .keySet()
        .forEach(
            id ->
                fixture.knows(
                    id.value(), CommandKind.of(Lane.MAINTENANCE).toArray(CommandKind[]::new)));
    return fixture;
  }

  SnapshotFixture spec(String snapshots) {
    cluster.spec = ClusterFixture.spec(snapshots);
    return this;
  }

  /** Its agent knows these kinds and no others. */
  SnapshotFixture knows(String instance, CommandKind... kinds) {
    Set<String> names = new java.util.TreeSet<>();
    for (CommandKind kind : kinds) {
      names.add(kind.name());
    }
    cluster.node(instance).report = report(names, Optional.empty());
    return this;
  }

  private static NodeReport report(Set<String> kinds, Optional<Outcome> outcome) {
    return new NodeReport(
        kinds,
        Optional.empty(),
        false,
        Optional.empty(),
        outcome,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  static SnapshotManifest manifest(Instant mintedAt, Generation generation, long revision) {
    return manifest(mintedAt, generation, revision, "i-2");
  }

  private static SnapshotManifest manifest(
      Instant mintedAt, Generation generation, long revision, String instance) {
    SnapshotId id = SnapshotId.of(mintedAt, generation, (int) revision);
    return new SnapshotManifest(
        id,
        DEMO,
        ClusterFixture.UID,
        EtcdClusterId.parse("cdf818194e3a8c32"),
        new MemberId(1),
        new InstanceId(instance),
        SnapshotKeys.data(DEMO, ClusterFixture.UID, id, 1),
        new SnapshotManifest.Position(revision, revision, 2, 60),
        "3.5.30",
        4096,
        "00ff",
        Optional.empty(),
        mintedAt,
        "scheduled",
        "test");
  }

  /** A snapshot that was taken so long ago, at a revision; etcd is at 50. */
  static SnapshotRecord taken(Duration ago, long revision) {
    return SnapshotRecord.taken(
        manifest(ClusterFixture.NOW.minus(ago), Generation.FIRST, revision));
  }

  /** The same, taken by this instance. */
  static SnapshotRecord takenBy(String instance, Duration ago, long revision) {
    return SnapshotRecord.taken(
        manifest(ClusterFixture.NOW.minus(ago), Generation.FIRST, revision, instance));
  }

  /** The same, verified when it was taken. */
  static SnapshotRecord verified(Duration ago, long revision) {
    return taken(ago, revision)
        .verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW.minus(ago), 1500));
  }

  SnapshotFixture catalogue(SnapshotRecord... snapshots) {
    cluster.records =
        new ClusterRecords(
            cluster.records.taskSlots(),
            cluster.records.requests(),
            List.of(snapshots),
            cluster.records.bucket());
    return this;
  }

  SnapshotFixture bucket(BucketView seen) {
    cluster.records = cluster.records.with(seen);
    return this;
  }

  SnapshotFixture request(Request... requests) {
    cluster.records =
        new ClusterRecords(
            cluster.records.taskSlots(),
            List.of(requests),
            cluster.records.snapshots(),
            cluster.records.bucket());
    return this;
  }

  static Request asks(RequestKind kind, String... arguments) {
    Map<String, String> named = new HashMap<>();
    for (int at = 0; at < arguments.length; at += 2) {
      named.put(arguments[at], arguments[at + 1]);
    }
    return Request.open("request-1", kind, named, "alice", ClusterFixture.NOW);
  }

  /** A task is open and in its executor's slot, about this snapshot, for an hour. */
  SnapshotFixture open(CommandKind kind, String executor, SnapshotId subject, String... request) {
    CommandHeader header =
        new CommandHeader(
            "task-1",
            new InstanceId(executor),
            cluster.lineage.uid(),
            cluster.lineage.generation(),
            new FencingToken(cluster.token),
            cluster.now);
    Command task =
        switch (kind) {
          case TAKE_SNAPSHOT -> new TakeSnapshot(header, subject, "test", Duration.ofHours(1));
          case VERIFY_SNAPSHOT -> new VerifySnapshot(header, subject, Duration.ofHours(1));
          case UPLOAD_DIRECTORY ->
              new UploadDirectory(header, "g1-abc", subject.value(), Duration.ofHours(1));
          default -> throw new IllegalArgumentException(kind + " is no maintenance");
        };
    OpenCommand open =
        new OpenCommand(
            "task-1",
            kind,
            new InstanceId(executor),
            subject.value(),
            List.of(request).stream().findFirst(),
            cluster.now,
            cluster.now.plus(Duration.ofHours(1)),
            false);
    cluster.status = cluster.status.opening(open);
    Map<InstanceId, CommandSlot> slots = new HashMap<>(cluster.records.taskSlots());
    slots.put(new InstanceId(executor), new CommandSlot(task, CommandSlot.State.OPEN));
    cluster.records =
        new ClusterRecords(
            slots,
            cluster.records.requests(),
            cluster.records.snapshots(),
            cluster.records.bucket());
    return this;
  }

  /** The executor answers the open task. */
  SnapshotFixture answers(
      String executor, Outcome.Result result, Map<String, Object> values, String detail) {
    OpenCommand open = cluster.status.tasks().open().orElseThrow();
    cluster.node(executor).report =
        report(
            cluster.node(executor).report.kinds(),
            Optional.of(new Outcome(open.commandId(), 1, open.kind(), result, detail, values)));
    return this;
  }

  static Map<String, Object> values(SnapshotManifest manifest) {
    return Codecs.MANIFEST.write(manifest);
  }

  /** So many tasks of a kind failed in a row, the last one so long ago. */
  SnapshotFixture failed(CommandKind kind, long failures, Duration ago, String executor) {
    LastCommand last =
        new LastCommand(
            new InstanceId(executor),
            cluster.now.minus(ago),
            Outcome.Result.FAILED,
            "STORE_AWAY: no answer",
            failures);
    cluster.status = cluster.status.withTasks(cluster.status.tasks().ended(kind, last));
    return this;
  }

  /** All objects of these snapshots, written so long ago, and what else is there. */
  static BucketView.Observed holding(
      Duration ago, List<SnapshotManifest> unlisted, List<String> others, SnapshotRecord... known) {
    List<StoredObject> objects = new ArrayList<>();
    Instant at = ClusterFixture.NOW.minus(ago);
    for (SnapshotRecord record : known) {
      add(objects, record.manifest(), at);
    }
    unlisted.forEach(manifest -> add(objects, manifest, at));
    others.forEach(key -> objects.add(new StoredObject(key, 1, at)));
    return new BucketView.Observed(
        objects,
        unlisted,
        Map.of(),
        Map.of(),
        Set.of(),
        List.of(),
        Map.of(),
        true,
        new MirrorView.Read(Optional.empty()));
  }

  private static void add(List<StoredObject> objects, SnapshotManifest manifest, Instant at) {
    objects.add(
        new StoredObject(SnapshotKeys.manifest(DEMO, ClusterFixture.UID, manifest.id()), 1, at));
    objects.add(new StoredObject(manifest.dataKey(), 4096, at));
  }
}
