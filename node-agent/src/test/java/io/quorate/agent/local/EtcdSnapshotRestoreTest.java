package io.quorate.agent.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.SnapshotRestore;
import io.quorate.agent.port.SnapshotRestore.Result;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.state.RevokedLeases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A real snapshot becomes the data of a real etcd, whole or not at all. */
@TestInstance(Lifecycle.PER_CLASS)
class EtcdSnapshotRestoreTest {
  private static final ClusterName DEMO = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final SnapshotId SNAPSHOT = new SnapshotId("20260102T030405Z-g1-0a1b");
  private static final long TARGET = 1_000_000_500L;
  private static final Instant NOW = Instant.parse("2026-01-02T03:30:00Z");

  @TempDir static Path folder;
  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
  private String sha256 = "";

  @BeforeAll
  void take() throws Exception {
    Path file = folder.resolve("taken.db");
    try (RealEtcd.Running etcd =
        RealEtcd.startAlone(folder.resolve("member"), "old-token").awaitServing()) {
      etcd.put("key", "kept");
      lease(etcd, 60, "lock", "owner");
      lease(etcd, 3_600, "session", "a", "b");
      etcd.etcdctl("snapshot", "save", file.toString());
    }
    sha256 = HexFormat.of().formatHex(sha(Files.readAllBytes(file)));
    try (InMemorySnapshotStore store = store(UID)) {
      String key = SnapshotKeys.data(DEMO, UID, SNAPSHOT, 1);
      store.upload(key, Files.newInputStream(file), bytes -> {});
      store.createManifest(
          new SnapshotManifest(
              SNAPSHOT,
              DEMO,
              UID,
              new EtcdClusterId(1),
              new MemberId(1),
              new InstanceId("i-1"),
              key,
              new SnapshotManifest.Position(2, 2, 2, 5),
              "3.5.30",
              Files.size(file),
              sha256,
              Optional.empty(),
              Instant.EPOCH,
              "test",
              "test"));
    }
  }

  @AfterAll
  void forget() {
    bucket.clear();
  }

  /** Grants a lease, and puts keys of this prefix with it. */
  private static void lease(RealEtcd.Running etcd, long seconds, String prefix, String... names) {
    String id = etcd.etcdctl("lease", "grant", Long.toString(seconds)).split(" ", 3)[1];
    for (String name : names) {
      etcd.etcdctl("put", "--lease=" + id, prefix + "/" + name, "held");
    }
  }

  private static byte[] sha(byte[] bytes) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private InMemorySnapshotStore store(ClusterUid uid) {
    return new InMemorySnapshotStore(bucket, DEMO, uid);
  }

  private SnapshotRestore restore(Path root, FileDataDisk disk) {
    return new EtcdSnapshotRestore(
        root,
        disk,
        () -> RealEtcd.tool("etcd"),
        this::store,
        (hash, target) -> Optional.empty(),
        () -> NOW);
  }

  private SnapshotRestore.Seed seed(FileDataDisk disk, String peerUrl, String hash) {
    return new SnapshotRestore.Seed(
        UID,
        SNAPSHOT,
        hash,
        disk.name(new Generation(2), "n1"),
        "alone",
        peerUrl,
        "new-token",
        TARGET,
        Optional.empty());
  }

  /** The same, of data whose leases can have been renewed until a time. */
  private static SnapshotRestore.Seed until(SnapshotRestore.Seed seed, Instant renewed) {
    return new SnapshotRestore.Seed(
        seed.uid(),
        seed.snapshot(),
        seed.sha256(),
        seed.directory(),
        seed.name(),
        seed.peerUrl(),
        seed.token(),
        seed.targetRevision(),
        Optional.of(renewed));
  }

  @Test
  void theRestoredDirectoryIsTheListedMembersAndServesAboveTheTarget(@TempDir Path root)
      throws IOException {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");
    String address = RealEtcd.freshAddress();
    String peerUrl = RealEtcd.peerUrl(address);
    SnapshotRestore.Seed seed = seed(disk, peerUrl, sha256);

    assertThat(restore(root, disk).restore(seed))
        .isEqualTo(new Result.Restored(RevokedLeases.NONE));

    MemberId member = EtcdIds.memberId(List.of(peerUrl), "new-token");
    assertThat(disk.inspect(seed.directory()))
        .isInstanceOfSatisfying(
            DataDisk.View.Holds.class,
            holds -> {
              assertThat(holds.memberId()).isEqualTo(member);
              assertThat(holds.clusterId()).isEqualTo(EtcdIds.clusterId(List.of(member)));
              assertThat(holds.lastIndex()).isGreaterThanOrEqualTo(1);
            });
    Path data = DataDirectory.etcdData(new DataDirectory(root).path(new Generation(2), "n1"));
    try (RealEtcd.Running etcd =
        RealEtcd.start("alone", address, data, "alone=" + peerUrl, "existing", "new-token")
            .awaitServing()) {
      assertThat(etcd.etcdctl("get", "key", "--print-value-only")).contains("kept");
      assertThat(etcd.etcdctl("get", "key", "-w", "json")).contains("\"revision\":" + TARGET);
    }
    assertThat(root.resolve("restore")).as("nothing is left beside it").doesNotExist();
  }

  /** etcd would give each lease its whole TTL again, and the lock to who held it then. */
  @Test
  void leasesThatEndedMeanwhileAreRevokedWithTheirKeys(@TempDir Path root) throws IOException {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");
    String address = RealEtcd.freshAddress();
    String peerUrl = RealEtcd.peerUrl(address);

    Result result =
        restore(root, disk)
            .restore(until(seed(disk, peerUrl, sha256), NOW.minus(Duration.ofSeconds(60))));

    assertThat(result).isEqualTo(new Result.Restored(new RevokedLeases(1, 1)));
    Path data = DataDirectory.etcdData(new DataDirectory(root).path(new Generation(2), "n1"));
    try (RealEtcd.Running etcd =
        RealEtcd.start("alone", address, data, "alone=" + peerUrl, "existing", "new-token")
            .awaitServing()) {
      assertThat(etcd.etcdctl("get", "lock", "--prefix", "--keys-only")).isBlank();
      assertThat(etcd.etcdctl("get", "session", "--prefix", "--keys-only"))
          .contains("session/a", "session/b");
      assertThat(etcd.etcdctl("lease", "list")).contains("found 1 leases");
    }
    assertThat(root.resolve("restore")).as("nothing is left beside it").doesNotExist();
  }

  @Test
  void leasesThatMayStillBeHeldAreKept(@TempDir Path root) {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");
    SnapshotRestore.Seed seed = seed(disk, RealEtcd.peerUrl(RealEtcd.freshAddress()), sha256);

    assertThat(restore(root, disk).restore(until(seed, NOW.minus(Duration.ofSeconds(59)))))
        .isEqualTo(new Result.Restored(RevokedLeases.NONE));
  }

  @Test
  void anotherFileThanTheNamedOneIsNotRestored(@TempDir Path root) {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");
    SnapshotRestore.Seed seed = seed(disk, "http://127.0.0.1:1", "00ff");

    assertThat(restore(root, disk).restore(seed))
        .isInstanceOfSatisfying(
            Result.NotRestored.class,
            not -> assertThat(not.because()).contains("SHA-256", "expected 00ff"));
    assertThat(disk.inspect(seed.directory())).isInstanceOf(DataDisk.View.Empty.class);
  }

  /** A crash left half of a restore beside etcd's path. */
  @Test
  void whatACrashLeftIsRemovedAndNeverUsed(@TempDir Path root) throws IOException {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");
    Files.createDirectories(root.resolve("restore/data/member/snap"));
    Files.writeString(root.resolve("restore/data/member/snap/db"), "half");

    assertThat(restore(root, disk).restore(seed(disk, "http://127.0.0.1:1", sha256)))
        .isEqualTo(new Result.Restored(RevokedLeases.NONE));
    assertThat(disk.inspect(disk.name(new Generation(2), "n1")))
        .isInstanceOf(DataDisk.View.Holds.class);
  }

  private SnapshotRestore withoutBucket(Path root, FileDataDisk disk, long revision) {
    return new EtcdSnapshotRestore(
        root,
        disk,
        () -> RealEtcd.tool("etcd"),
        uid -> {
          throw new AssertionError("the bucket was opened");
        },
        (hash, target) -> {
          assertThat(hash).isEqualTo(sha256);
          Files.copy(folder.resolve("taken.db"), target);
          return Optional.of(new KeptFiles.Kept(Optional.of(revision)));
        },
        () -> NOW);
  }

  @Test
  void theFileOfThisNodesTrialNeedsNoDownload(@TempDir Path root) {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");

    assertThat(withoutBucket(root, disk, 2).restore(seed(disk, "http://127.0.0.1:1", sha256)))
        .isEqualTo(new Result.Restored(RevokedLeases.NONE));
    assertThat(disk.inspect(disk.name(new Generation(2), "n1")))
        .isInstanceOf(DataDisk.View.Holds.class);
  }

  @Test
  void aFileThatEndsPastTheTargetIsNotRestored(@TempDir Path root) {
    FileDataDisk disk = new FileDataDisk(new DataDirectory(root));
    disk.create(new Generation(2), "n1");

    assertThat(withoutBucket(root, disk, TARGET).restore(seed(disk, "http://127.0.0.1:1", sha256)))
        .isInstanceOfSatisfying(
            Result.NotRestored.class, not -> assertThat(not.because()).contains("below"));
    assertThat(disk.inspect(disk.name(new Generation(2), "n1")))
        .isInstanceOf(DataDisk.View.Empty.class);
  }
}
