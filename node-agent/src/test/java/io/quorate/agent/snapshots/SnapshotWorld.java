package io.quorate.agent.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.local.EtcdBinaries;
import io.quorate.agent.local.ReleaseFolder;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.command.Command;
import io.quorate.command.CommandHeader;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.VerifySnapshot;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** A node with a real etcd, and a bucket in memory that tests may tamper with. */
final class SnapshotWorld {
  static final ClusterName CLUSTER = new ClusterName("demo");
  static final ClusterUid UID = new ClusterUid("uid-1");
  static final InstanceId INSTANCE = new InstanceId("i-1");
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  static final long PLENTY = 1L << 40;

  final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
  final RealEtcd.Running etcd;
  final Path folder;
  private final TaskFolder tasks;
  final SnapshotStore store = new InMemorySnapshotStore(bucket, CLUSTER, UID);
  long usableBytes = PLENTY;
  Path binary = RealEtcd.tool("etcd");
  final ReleaseFolder releases;
  SnapshotStore opened = store;

  SnapshotWorld(RealEtcd.Running etcd, Path folder) {
    this.etcd = etcd;
    this.folder = folder;
    tasks = new TaskFolder(folder, on -> usableBytes);
    releases = new ReleaseFolder(folder.resolveSibling("releases"));
  }

  static SnapshotId id(int salt) {
    return SnapshotId.of(NOW, Generation.FIRST, salt);
  }

  TaskResult take(SnapshotId id, long attempt) throws InterruptedException {
    return take(id, attempt, identity());
  }

  TaskResult take(SnapshotId id, long attempt, MemberIdentity own) throws InterruptedException {
    return run(new TakeSnapshot(header(), id, "scheduled", Duration.ofMinutes(1)), attempt, own);
  }

  TaskResult verify(SnapshotId id) throws InterruptedException {
    return verify(id, identity());
  }

  TaskResult verify(SnapshotId id, MemberIdentity own) throws InterruptedException {
    return run(new VerifySnapshot(header(), id, Duration.ofMinutes(1)), 1, own);
  }

  /** Verifies with the binaries of this release. */
  TaskResult verifyBy(String release, SnapshotId id) throws InterruptedException {
    return run(
        new VerifySnapshot(header(), id, Duration.ofMinutes(1), EtcdVersion.parse(release)),
        1,
        identity());
  }

  private static CommandHeader header() {
    return new CommandHeader("task-1", INSTANCE, UID, Generation.FIRST, new FencingToken(1), NOW);
  }

  /** Verifies on a node that has no member. */
  TaskResult tryOut(SnapshotId id) throws InterruptedException {
    return programs()
        .run(
            new TaskRun(
                new VerifySnapshot(header(), id, Duration.ofMinutes(1)), 1, Optional.empty()));
  }

  private TaskResult run(Command task, long attempt, MemberIdentity own)
      throws InterruptedException {
    return programs().run(new TaskRun(task, attempt, Optional.of(own)));
  }

  MemberIdentity identity() {
    MemberStatus status = status();
    return new MemberIdentity(
        UID, Generation.FIRST, status.clusterId(), status.memberId(), "nonce");
  }

  MemberStatus status() {
    try (SnapshotClient client = new SnapshotClient(etcd.clientUrl(), Optional.empty())) {
      return Failures.answered("its status", client::status);
    } catch (TaskFailedException e) {
      throw new AssertionError(e);
    }
  }

  SnapshotPrograms programs() {
    NodeDescription self =
        new NodeDescription(
            CLUSTER,
            INSTANCE,
            "zone",
            new Endpoints(RealEtcd.peerUrl(etcd.address()), etcd.clientUrl()),
            "0.1.0");
    return new SnapshotPrograms(
        self,
        EtcdBinaries.only(binary),
        () -> new SnapshotClient(etcd.clientUrl(), Optional.empty()),
        uid -> opened,
        new DataDirectory(folder.resolveSibling("root")),
        tasks,
        () -> NOW,
        arn -> {
          throw new AssertionError("no secret is asked for");
        },
        Optional.of(releases),
        Optional.empty());
  }

  SnapshotManifest manifest(SnapshotId id) {
    return store.manifest(id).orElseThrow();
  }

  byte[] file(SnapshotId id) {
    return Optional.ofNullable(bucket.get(manifest(id).dataKey())).orElseThrow();
  }

  void tamper(SnapshotId id, byte[] file) {
    bucket.put(manifest(id).dataKey(), file);
  }

  void forge(SnapshotId id, byte[] file) {
    tamper(id, file);
    SnapshotManifest m = manifest(id);
    rewrite(
        new SnapshotManifest(
            m.id(),
            m.cluster(),
            m.uid(),
            m.etcdClusterId(),
            m.member(),
            m.instance(),
            m.dataKey(),
            m.position(),
            m.etcdVersion(),
            file.length,
            sha256(file),
            m.hash(),
            m.takenAt(),
            m.because(),
            m.quorateVersion()));
  }

  void rewrite(SnapshotManifest manifest) {
    rewrite(manifest.id(), Codecs.MANIFEST.write(manifest));
  }

  void rewrite(SnapshotId id, Map<String, Object> manifest) {
    bucket.put(SnapshotKeys.manifest(CLUSTER, UID, id), JsonTree.pretty(manifest).getBytes(UTF_8));
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
