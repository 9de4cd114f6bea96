package io.quorate.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.codec.SnapshotCodec;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link SnapshotStore} must do; each test uses a cluster of its own. */
public abstract class SnapshotStoreContract {
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final SnapshotId ID = SnapshotId.of(AT, Generation.FIRST, 1);
  private static final int SEVERAL_PARTS = 20 * 1024 * 1024 + 7;
  private static final int MORE_THAN_A_PAGE = 1_003;

  private final ClusterName cluster =
      new ClusterName("c" + UUID.randomUUID().toString().substring(0, 13));

  @TempDir private Path folder;

  /** The store under test, of one cluster. */
  protected abstract SnapshotStore store(ClusterName cluster, ClusterUid uid);

  private SnapshotManifest manifest(SnapshotId id, String because) {
    return new SnapshotManifest(
        id,
        cluster,
        UID,
        new EtcdClusterId(0xabcL),
        new MemberId(7),
        new InstanceId("i-1"),
        SnapshotKeys.data(cluster, UID, id, 1),
        new SnapshotManifest.Position(10, 10, 2, 20),
        "3.5.30",
        3,
        "00ff",
        Optional.of(new SnapshotManifest.KvHash(5, 10, 3)),
        AT,
        because,
        "0.1.0");
  }

  @Test
  void whatWasUploadedExistsAndNothingElse() throws IOException {
    try (SnapshotStore store = store(cluster, UID)) {
      String key = cluster + "/" + UID + "/directories/1/i-1.tar";
      assertThat(store.exists(key)).isFalse();

      store.upload(key, new ByteArrayInputStream(new byte[] {1}), bytes -> {});

      assertThat(store.exists(key)).isTrue();
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private String key(int attempt) {
    return SnapshotKeys.data(cluster, UID, ID, attempt);
  }

  @Test
  void aManifestIsWrittenOnce() {
    try (SnapshotStore store = store(cluster, UID)) {
      assertThat(store.manifest(ID)).isEmpty();

      assertThat(store.createManifest(manifest(ID, "first"))).isEqualTo(manifest(ID, "first"));
      assertThat(store.createManifest(manifest(ID, "second"))).isEqualTo(manifest(ID, "first"));
      assertThat(store.manifest(ID)).contains(manifest(ID, "first"));
    }
  }

  @Test
  void aFileOfSeveralPartsComesBackWithItsHash() throws Exception {
    byte[] content = random(SEVERAL_PARTS);
    List<Long> sent = new ArrayList<>();
    Path target = folder.resolve("back");
    try (SnapshotStore store = store(cluster, UID)) {
      assertThat(store.upload(key(1), new ByteArrayInputStream(content), sent::add))
          .isEqualTo(SEVERAL_PARTS);

      assertThat(store.download(key(1), target, bytes -> {})).isEqualTo(sha256(content));
      assertThat(Files.mismatch(target, Files.write(folder.resolve("there"), content)))
          .isEqualTo(-1);
      assertThat(sent).isSorted().endsWith((long) SEVERAL_PARTS).hasSizeGreaterThan(1);
    }
  }

  @Test
  void aSmallAndAnEmptyFileComeBack() throws Exception {
    try (SnapshotStore store = store(cluster, UID)) {
      store.upload(key(1), new ByteArrayInputStream(random(3)), bytes -> {});
      store.upload(key(2), InputStream.nullInputStream(), bytes -> {});

      assertThat(store.download(key(1), folder.resolve("small"), bytes -> {}))
          .isEqualTo(sha256(random(3)));
      assertThat(store.download(key(2), folder.resolve("empty"), bytes -> {}))
          .isEqualTo(sha256(new byte[0]));
    }
  }

  @Test
  void whatStandsThereCanBeReadAndWhatDoesNotIsNamed() throws Exception {
    try (SnapshotStore store = store(cluster, UID)) {
      store.upload(key(1), new ByteArrayInputStream(random(3)), bytes -> {});
      store.upload(key(2), InputStream.nullInputStream(), bytes -> {});

      assertThat(store.unreadable(key(1))).isEmpty();
      assertThat(store.unreadable(key(2))).as("an empty one").isEmpty();
      assertThat(store.unreadable(key(3)))
          .hasValueSatisfying(why -> assertThat(why).startsWith("NOT_FOUND: "));
      assertThat(store.list()).noneMatch(object -> object.archive().isPresent());
    }
  }

  @Test
  void aFileIsNeverOverwritten() throws Exception {
    byte[] first = random(SEVERAL_PARTS);
    try (SnapshotStore store = store(cluster, UID)) {
      store.upload(key(1), new ByteArrayInputStream(first), bytes -> {});

      assertRefused(store, new byte[] {1});
      assertRefused(store, new byte[SEVERAL_PARTS]);
      assertThat(store.download(key(1), folder.resolve("back"), bytes -> {}))
          .isEqualTo(sha256(first));
    }
  }

  private void assertRefused(SnapshotStore store, byte[] other) {
    assertThatExceptionOfType(SnapshotStoreException.class)
        .isThrownBy(() -> store.upload(key(1), new ByteArrayInputStream(other), bytes -> {}))
        .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.REFUSED))
        .withMessageContaining(key(1));
  }

  @Test
  void aStreamThatBreaksLeavesNothing() {
    InputStream breaking =
        new FilterInputStream(new ByteArrayInputStream(random(SEVERAL_PARTS))) {
          private int left = SEVERAL_PARTS - 100;

          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            if (left <= 0) {
              throw new IOException("the disk is gone");
            }
            int read = super.read(into, from, Math.min(left, length));
            left -= read;
            return read;
          }
        };
    try (SnapshotStore store = store(cluster, UID)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> store.upload(key(1), breaking, bytes -> {}))
          .withMessageContaining("the disk is gone");

      assertThat(store.list()).isEmpty();
      assertThat(store.abortUploads(AT.plusSeconds(1_000_000_000L))).isZero();
    }
  }

  @Test
  void whatIsNotThereIsNotFound() {
    try (SnapshotStore store = store(cluster, UID)) {
      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.download(key(1), folder.resolve("none"), bytes -> {}))
          .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.NOT_FOUND));
    }
  }

  @Test
  void aManifestOfALaterSchemaIsUnreadable() throws Exception {
    try (SnapshotStore store = store(cluster, UID)) {
      store.upload(
          SnapshotKeys.manifest(cluster, UID, ID),
          new ByteArrayInputStream("{\"schemaVersion\": 99}".getBytes(UTF_8)),
          bytes -> {});

      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.manifest(ID))
          .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.UNREADABLE))
          .withMessageContaining("99");
    }
  }

  @Test
  void refusesAManifestOfAnotherSnapshotClusterOrFile() throws Exception {
    SnapshotId forged = SnapshotId.of(AT, Generation.FIRST, 7);
    Map<String, Object> own = Codecs.MANIFEST.write(manifest(forged, "forged"));
    Map<String, Object> real = Codecs.MANIFEST.write(manifest(ID, "first"));
    assertUnreadable(forged, real);
    assertUnreadable(forged, with(real, "snapshot", forged.value()));
    assertUnreadable(forged, with(own, "snapshot", ID.value()));
    assertUnreadable(forged, with(own, "dataKey", key(1)));
    assertUnreadable(forged, with(own, "dataKey", "other/uid-1/snapshots/" + forged + ".1.db"));
    assertUnreadable(
        forged, with(own, "dataKey", SnapshotKeys.prefix(cluster, UID) + forged + ".1.db/../x"));
    assertUnreadable(forged, with(own, "dataKey", SnapshotKeys.manifest(cluster, UID, forged)));
    assertUnreadable(
        forged,
        with(
            with(own, "clusterName", "other"),
            "dataKey",
            "other/" + UID + "/snapshots/" + forged + ".1.db"));
    assertUnreadable(
        forged,
        with(
            with(own, "uid", "uid-2"),
            "dataKey",
            cluster + "/uid-2/snapshots/" + forged + ".1.db"));
  }

  private static Map<String, Object> with(Map<String, Object> tree, String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(tree);
    changed.put(name, value);
    return changed;
  }

  private void assertUnreadable(SnapshotId id, Map<String, Object> content) throws IOException {
    String key = SnapshotKeys.manifest(cluster, UID, id);
    try (SnapshotStore store = store(cluster, UID)) {
      put(store, key, JsonTree.pretty(content));
      assertThatUnreadable(() -> store.manifest(id), key);
      store.delete(key);
    }
  }

  private static void put(SnapshotStore store, String key, String content) throws IOException {
    store.upload(key, new ByteArrayInputStream(content.getBytes(UTF_8)), bytes -> {});
  }

  private static void assertThatUnreadable(ThrowingCallable reading, String key) {
    assertThatExceptionOfType(SnapshotStoreException.class)
        .isThrownBy(reading)
        .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.UNREADABLE))
        .withMessageContaining(key);
  }

  @Test
  void refusesAMarkThatSaysNothingOrTellsOfAnotherSnapshot() throws Exception {
    SnapshotId other = SnapshotId.of(AT, Generation.FIRST, 2);
    SnapshotRecord.Verified found = new SnapshotRecord.Verified(AT, 1);
    String verified = SnapshotKeys.verified(cluster, UID, ID);
    String pin = SnapshotKeys.pin(cluster, UID, ID);
    String differs = SnapshotKeys.differs(cluster, UID, ID);
    try (SnapshotStore store = store(cluster, UID)) {
      for (String content :
          List.of(
              "x",
              "{}",
              "{\"schemaVersion\": 99}",
              JsonTree.pretty(SnapshotCodec.verified(other, found)),
              JsonTree.pretty(SnapshotCodec.pin(other, "ann")),
              JsonTree.pretty(SnapshotCodec.differs(other, "it differs")))) {
        put(store, verified, content);
        put(store, pin, content);
        put(store, differs, content);
        assertThatUnreadable(() -> store.verified(ID), verified);
        assertThatUnreadable(() -> store.pinnedBy(ID), pin);
        assertThatUnreadable(() -> store.differs(ID), differs);
        store.delete(verified);
        store.delete(pin);
        store.delete(differs);
      }
    }
  }

  @Test
  void readsNoManifestOrMarkPastSixtyFourKibibytes() throws Exception {
    SnapshotRecord.Verified found = new SnapshotRecord.Verified(AT, 1);
    Map<String, String> small =
        Map.of(
            SnapshotKeys.manifest(cluster, UID, ID),
            JsonTree.pretty(Codecs.MANIFEST.write(manifest(ID, "first"))),
            SnapshotKeys.verified(cluster, UID, ID),
            JsonTree.pretty(SnapshotCodec.verified(ID, found)),
            SnapshotKeys.pin(cluster, UID, ID),
            JsonTree.pretty(SnapshotCodec.pin(ID, "ann")),
            SnapshotKeys.differs(cluster, UID, ID),
            JsonTree.pretty(SnapshotCodec.differs(ID, "it differs")));
    try (SnapshotStore store = store(cluster, UID)) {
      for (Map.Entry<String, String> object : small.entrySet()) {
        put(store, object.getKey(), padded(object.getValue(), SnapshotObjects.SMALL_BYTES));
      }
      assertThat(store.manifest(ID)).contains(manifest(ID, "first"));
      assertThat(store.verified(ID)).contains(found);
      assertThat(store.pinnedBy(ID)).contains("ann");
      assertThat(store.differs(ID)).contains("it differs");

      for (int bytes : List.of(SnapshotObjects.SMALL_BYTES + 1, SEVERAL_PARTS)) {
        for (Map.Entry<String, String> object : small.entrySet()) {
          store.delete(object.getKey());
          put(store, object.getKey(), padded(object.getValue(), bytes));
        }
        assertThatUnreadable(() -> store.manifest(ID), SnapshotKeys.manifest(cluster, UID, ID));
        assertThatUnreadable(() -> store.verified(ID), SnapshotKeys.verified(cluster, UID, ID));
        assertThatUnreadable(() -> store.pinnedBy(ID), SnapshotKeys.pin(cluster, UID, ID));
        assertThatUnreadable(() -> store.differs(ID), SnapshotKeys.differs(cluster, UID, ID));
      }
    }
  }

  /** White space is part of no value, so nothing but the size is wrong with it. */
  private static String padded(String content, int bytes) {
    return content + " ".repeat(bytes - content.getBytes(UTF_8).length);
  }

  @Test
  void deletesNothingButObjectsOfItsOwnSnapshots() throws Exception {
    String foreign = "other/" + UID + "/snapshots/" + ID + ".1.db";
    String nested = SnapshotKeys.prefix(cluster, UID) + "x/uid-1/snapshots/" + ID + ".json";
    String lineage = cluster + "/" + UID + "/lineage/1.json";
    String stray = SnapshotKeys.prefix(cluster, UID) + "foo.pin";
    try (SnapshotStore store = store(cluster, UID)) {
      for (String key : List.of(foreign, nested, lineage, stray)) {
        put(store, key, "x");

        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> store.delete(key))
            .withMessageContaining(key);
        assertThat(store.exists(key)).isTrue();
      }
    }
  }

  @Test
  void saysOnceThatASnapshotWasVerified() {
    SnapshotRecord.Verified first = new SnapshotRecord.Verified(AT, 1_234);
    try (SnapshotStore store = store(cluster, UID)) {
      assertThat(store.verified(ID)).isEmpty();

      store.createVerified(ID, first);
      store.createVerified(ID, new SnapshotRecord.Verified(AT.plusSeconds(1), 1));

      assertThat(store.verified(ID)).contains(first);
    }
  }

  @Test
  void saysOnceThatASnapshotDiffers() {
    try (SnapshotStore store = store(cluster, UID)) {
      assertThat(store.differs(ID)).isEmpty();

      store.createDiffers(ID, "member 1 differs");
      store.createDiffers(ID, "member 2 differs");

      assertThat(store.differs(ID)).contains("member 1 differs");
      store.delete(SnapshotKeys.differs(cluster, UID, ID));
      assertThat(store.differs(ID)).isEmpty();
    }
  }

  @Test
  void pinsAndUnpins() {
    SnapshotId other = SnapshotId.of(AT, Generation.FIRST, 2);
    try (SnapshotStore store = store(cluster, UID)) {
      store.unpin(ID);
      store.pin(ID, "ann");
      store.pin(other, "bob");
      assertThat(store.pinnedBy(ID)).contains("ann");

      store.unpin(ID);
      assertThat(store.pinnedBy(ID)).isEmpty();
      assertThat(store.pinnedBy(other)).contains("bob");
    }
  }

  @Test
  void deletesOneObjectOfItsOwn() {
    SnapshotId other = SnapshotId.of(AT, Generation.FIRST, 2);
    try (SnapshotStore store = store(cluster, UID)) {
      store.createManifest(manifest(ID, "first"));
      store.createManifest(manifest(other, "second"));

      store.delete(SnapshotKeys.manifest(cluster, UID, ID));
      store.delete(SnapshotKeys.manifest(cluster, UID, ID));

      assertThat(store.manifest(ID)).isEmpty();
      assertThat(store.list())
          .extracting(StoredObject::key)
          .containsExactly(SnapshotKeys.manifest(cluster, UID, other));
    }
  }

  @Test
  void listsAllPagesOfItsOwnObjectsOnly() throws Exception {
    ClusterUid stranger = new ClusterUid("uid-2");
    try (SnapshotStore store = store(cluster, UID);
        SnapshotStore other = store(cluster, stranger)) {
      for (int i = 1; i <= MORE_THAN_A_PAGE; i++) {
        store.upload(key(i), new ByteArrayInputStream(new byte[] {1, 2}), bytes -> {});
      }
      other.createVerified(ID, new SnapshotRecord.Verified(AT, 1));

      List<StoredObject> all = store.list();
      assertThat(all).hasSize(MORE_THAN_A_PAGE).extracting(StoredObject::key).contains(key(1_001));
      assertThat(all).allMatch(object -> object.sizeBytes() == 2);
      assertThat(other.list()).hasSize(1);
    }
  }
}
