package io.quorate.agent.snapshots;

import static io.quorate.agent.snapshots.SnapshotWorld.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.codec.Codecs;
import io.quorate.command.CommandFailure;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TakeSnapshotProgramTest {
  @TempDir private static Path folder;
  private RealEtcd.Running etcd;
  private SnapshotWorld world;

  @BeforeAll
  void start() {
    etcd = RealEtcd.startAlone(folder.resolve("member"), "token").awaitServing();
    for (int i = 0; i < 10; i++) {
      etcd.put("key", "value " + i);
    }
    etcd.etcdctl("compact", "5");
  }

  @AfterAll
  void stop() {
    etcd.close();
  }

  @BeforeEach
  void freshBucket() {
    world = new SnapshotWorld(etcd, folder.resolve("tasks"));
  }

  private static TaskResult.Done done(TaskResult result) {
    assertThat(result).isInstanceOf(TaskResult.Done.class);
    return (TaskResult.Done) result;
  }

  private static void assertFailed(TaskResult result, CommandFailure failure, String words) {
    assertThat(result)
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> {
              assertThat(failed.failure()).isEqualTo(failure);
              assertThat(failed.detail()).contains(words);
            });
  }

  @Test
  void theManifestSaysWhatIsInTheBucket() throws Exception {
    TaskResult.Done done = done(world.take(id(1), 1));

    SnapshotManifest manifest = world.manifest(id(1));
    assertThat(done.values()).isEqualTo(Codecs.MANIFEST.write(manifest));
    assertThat(manifest.dataKey()).isEqualTo("demo/uid-1/snapshots/" + id(1) + ".1.db");
    assertThat(manifest.sizeBytes()).isEqualTo(world.file(id(1)).length);
    assertThat(manifest.sha256()).isEqualTo(SnapshotWorld.sha256(world.file(id(1))));
    assertThat(manifest.etcdClusterId()).isEqualTo(world.identity().clusterId());
    assertThat(manifest.member()).isEqualTo(world.identity().memberId());
    assertThat(manifest.position().exact()).isTrue();
    assertThat(manifest.position().revision()).isEqualTo(world.status().revision());
    assertThat(manifest.position().raftTerm()).isEqualTo(world.status().raftTerm());
    assertThat(manifest.position().raftIndex()).isEqualTo(world.status().raftAppliedIndex());
    assertThat(manifest.because()).isEqualTo("scheduled");
    long revision = world.status().revision();
    try (SnapshotClient source = new SnapshotClient(etcd.clientUrl(), Optional.empty())) {
      SnapshotClient.Hash hash = source.hashKv(revision).answer().orElseThrow();
      assertThat(manifest.hash()).contains(new SnapshotManifest.KvHash(hash.hash(), revision, 5));
    }
    assertThat(folder.resolve("tasks")).doesNotExist();
  }

  /** etcd reads all its keys for a hash, and a large one holds up writes meanwhile. */
  @Test
  void etcdIsAskedForOneHashOnly() throws Exception {
    long before = hashesAsked();

    done(world.take(id(7), 1));

    assertThat(world.manifest(id(7)).hash()).isPresent();
    assertThat(hashesAsked()).isEqualTo(before + 1);
  }

  private long hashesAsked() throws Exception {
    URI metrics = URI.create(etcd.clientUrl() + "/metrics");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofLines())
          .body()
          .filter(line -> line.startsWith("grpc_server_started_total"))
          .filter(line -> line.contains("grpc_method=\"HashKV\""))
          .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }

  /** The hash of an etcd that was compacted since is not the file's. */
  @Test
  void aCompactionMeanwhileLeavesNoHash() {
    Reply<SnapshotClient.Hash> now = new Reply.Answered<>(new SnapshotClient.Hash(77, 9));

    assertThat(TakeSnapshotProgram.hash(now, 20, 8)).isEmpty();
    assertThat(TakeSnapshotProgram.hash(now, 20, 9))
        .contains(new SnapshotManifest.KvHash(77, 20, 9));
  }

  /** etcd says -1 where nothing was ever compacted. */
  @Test
  void keysThatWereNeverCompactedHaveAHash() throws Exception {
    Path member = folder.resolve("fresh-member");
    try (RealEtcd.Running fresh = RealEtcd.startAlone(member, "fresh").awaitServing()) {
      fresh.put("key", "value");
      SnapshotWorld freshWorld = new SnapshotWorld(fresh, folder.resolve("fresh-tasks"));

      done(freshWorld.take(id(1), 1));

      assertThat(freshWorld.manifest(id(1)).hash()).isPresent();
    }
  }

  /** etcdutl tells revision 0 of a file without keys, etcd itself begins at 1. */
  @Test
  void aClusterWithoutKeysIsASnapshotToo() throws Exception {
    Path member = folder.resolve("empty-member");
    try (RealEtcd.Running empty = RealEtcd.startAlone(member, "empty").awaitServing()) {
      SnapshotWorld emptyWorld = new SnapshotWorld(empty, folder.resolve("empty-tasks"));

      done(emptyWorld.take(id(1), 1));

      assertThat(emptyWorld.manifest(id(1)).position().revision()).isEqualTo(1);
    }
  }

  @Test
  void aManifestThatIsThereAnswersWithoutAnotherUpload() throws Exception {
    TaskResult.Done first = done(world.take(id(2), 1));
    TreeMap<String, byte[]> before = new TreeMap<>(world.bucket);

    TaskResult.Done second = done(world.take(id(2), 2));

    assertThat(second.values()).isEqualTo(first.values());
    assertThat(world.bucket.keySet()).isEqualTo(before.keySet());
  }

  @Test
  void anAttemptThatDiedIsFollowedByAnother() throws Exception {
    world.opened = interruptedInUpload(world.store);
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> world.take(id(3), 1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(world.bucket).isEmpty();
    // What an agent leaves that is killed.
    Files.createDirectories(folder.resolve("tasks/restored/member"));
    Files.writeString(folder.resolve("tasks/taken.db"), "half");

    world.opened = world.store;
    done(world.take(id(3), 2));

    assertThat(world.manifest(id(3)).dataKey()).endsWith(id(3) + ".2.db");
    assertThat(folder.resolve("tasks")).doesNotExist();
  }

  @Test
  void withoutRoomItIsStreamed() throws Exception {
    world.usableBytes = 1;

    done(world.take(id(4), 1));

    SnapshotManifest manifest = world.manifest(id(4));
    assertThat(manifest.position().revision()).isEqualTo(world.status().revision());
    assertThat(manifest.sha256()).isEqualTo(SnapshotWorld.sha256(world.file(id(4))));
    assertThat(manifest.sizeBytes()).isEqualTo(world.file(id(4)).length);
  }

  @Test
  void writesDuringAStreamLeaveTheRevisionOpen() throws Exception {
    world.usableBytes = 1;
    world.opened = writingBeforeUpload(world.store);
    long before = world.status().revision();

    done(world.take(id(5), 1));

    SnapshotManifest manifest = world.manifest(id(5));
    assertThat(manifest.position().exact()).isFalse();
    assertThat(manifest.position().revision()).isEqualTo(before);
    assertThat(manifest.position().upperRevision()).isEqualTo(before + 1);
    assertThat(manifest.hash()).isEmpty();
  }

  @Test
  void aBucketThatIsAwayIsNamed() throws Exception {
    for (CommandFailure failure :
        new CommandFailure[] {
          CommandFailure.STORE_AWAY, CommandFailure.BUCKET_MISSING, CommandFailure.ACCESS_DENIED
        }) {
      world.opened = failing(Cause.valueOf(failure.name()));
      assertFailed(world.take(id(6), 1), failure, "as asked");
    }
  }

  @Test
  void anAttemptsKeyThatIsTakenIsNotOverwritten() throws Exception {
    byte[] foreign = {1, 2, 3};
    String key = "demo/uid-1/snapshots/" + id(7) + ".1.db";
    world.bucket.put(key, foreign);

    assertFailed(world.take(id(7), 1), CommandFailure.OTHER, key);

    assertThat(world.bucket.get(key)).isEqualTo(foreign);
    assertThat(world.store.manifest(id(7))).isEmpty();
  }

  @Test
  void aMissingToolIsNamed() throws Exception {
    Path alone = Files.createDirectories(folder.resolve("no-tool")).resolve("etcd");
    world.binary = alone;

    assertFailed(world.take(id(8), 1), CommandFailure.ETCD, "install etcdutl");
  }

  @Test
  void anotherMembersEtcdIsNoSource() throws Exception {
    try (RealEtcd.Running other =
        RealEtcd.startAlone(folder.resolve("other"), "other-token").awaitServing()) {
      SnapshotWorld elsewhere = new SnapshotWorld(other, folder.resolve("tasks"));

      TaskResult result = elsewhere.take(id(9), 1, world.identity());

      assertFailed(result, CommandFailure.ETCD, "the own one is");
      assertThat(elsewhere.bucket).isEmpty();
    }
  }

  @Test
  void anEtcdThatIsAwayIsNoSource() throws Exception {
    RealEtcd.Running other =
        RealEtcd.startAlone(folder.resolve("away"), "away-token").awaitServing();
    SnapshotWorld elsewhere = new SnapshotWorld(other, folder.resolve("tasks"));
    other.close();

    assertFailed(
        elsewhere.take(id(9), 1, world.identity()), CommandFailure.ETCD, "did not give its status");
  }

  private static SnapshotStore interruptedInUpload(SnapshotStore store) {
    return beforeUpload(store, () -> Thread.currentThread().interrupt());
  }

  private SnapshotStore writingBeforeUpload(SnapshotStore store) {
    return beforeUpload(store, () -> etcd.put("key", "written meanwhile"));
  }

  /** The store, with something that happens when its upload begins. */
  static SnapshotStore beforeUpload(SnapshotStore store, Runnable happening) {
    return (SnapshotStore)
        Proxy.newProxyInstance(
            SnapshotStore.class.getClassLoader(),
            new Class<?>[] {SnapshotStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("upload")) {
                happening.run();
                return store.upload(
                    (String) arguments[0], (InputStream) arguments[1], (LongConsumer) arguments[2]);
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  static SnapshotStore failing(Cause cause) {
    return (SnapshotStore)
        Proxy.newProxyInstance(
            SnapshotStore.class.getClassLoader(),
            new Class<?>[] {SnapshotStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              throw new SnapshotStoreException(cause, "failed as asked");
            });
  }
}
