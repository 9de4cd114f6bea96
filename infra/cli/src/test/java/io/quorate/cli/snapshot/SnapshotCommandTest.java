package io.quorate.cli.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SnapshotGlance;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.spec.EtcdVersion;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotCommandTest {
  private static final byte[] FILE = {1, 2, 3};
  private static final SnapshotRecord OLD =
      snapshot(Sample.NOW.minusSeconds(7200), 900)
          .verifiedBy(
              new SnapshotRecord.Verified(
                  Sample.NOW.minusSeconds(3600), 4200, EtcdVersion.parse("3.5.16")))
          .pinned(Optional.of("bob"))
          .agreeing(SnapshotRecord.Agreement.EQUAL);
  private static final SnapshotRecord NEWEST = snapshot(Sample.NOW.minusSeconds(600), 1000);

  private final Run run = Run.onEmptyStore();

  private static SnapshotRecord snapshot(Instant at, long revision) {
    SnapshotId id = SnapshotId.of(at, Generation.FIRST, (int) revision);
    return SnapshotRecord.taken(
        new SnapshotManifest(
            id,
            Sample.DEMO,
            Sample.UID,
            Sample.CLUSTER_ID,
            Sample.member(2),
            Sample.instance(2),
            SnapshotKeys.data(Sample.DEMO, Sample.UID, id, 1),
            new SnapshotManifest.Position(revision, revision, 2, 1198),
            "3.5.30",
            FILE.length,
            sha256(),
            Optional.empty(),
            at.plusSeconds(1),
            "scheduled",
            "0.1.0"));
  }

  private static String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(FILE));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void cluster() {
    Stored.put(run.store(), Sample.healthy().snapshots(OLD, NEWEST).summary());
  }

  private Request written() {
    return run.store().list(Table.CLUSTERS, "demo", Keys.REQUEST).stream()
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  private Runnable answered(Request.State state, String words) {
    return () -> {
      Request request = written().in(state, words, Map.of("executor", Sample.instance(2).value()));
      Stored.put(
          run.store(), Keys.request(Sample.DEMO, request.id()), Codecs.REQUEST.write(request));
    };
  }

  @Test
  void aRequestIsWrittenAndTheControllerIsAskedToLook() {
    assertThat(run.quorate("snapshot", "take", "demo")).isZero();

    assertThat(written().kind()).isEqualTo(RequestKind.TAKE_SNAPSHOT);
    assertThat(written().state()).isEqualTo(Request.State.OPEN);
    assertThat(written().by()).isEqualTo(Run.PRINCIPAL);
    assertThat(run.hints()).containsExactly(Sample.DEMO);
    assertThat(run.out()).contains("request " + written().id() + " is written");
  }

  /** Its owner's agents wrote the line, the operator may read all clusters' files. */
  @Test
  void downloadsNothingThatALineOfAnotherFileNames(@TempDir Path folder) {
    Map<String, Object> line = new LinkedHashMap<>(Codecs.SNAPSHOT.write(NEWEST));
    String foreign = "other/uid-9/snapshots/" + NEWEST.id() + ".1.db";
    line.put("dataKey", foreign);
    Stored.put(run.store(), Keys.snapshot(Sample.DEMO, NEWEST.id()), line);
    run.bucket().put(foreign, FILE);
    Path target = folder.resolve("foreign.db");

    assertThat(run.quorate("snapshot", "download", "demo", NEWEST.id().value(), target.toString()))
        .isEqualTo(CommandExitCode.BAD_INPUT);

    assertThat(target).doesNotExist();
  }

  @Test
  void showsNoSnapshotOfTheFutureAsTheNewest() {
    SnapshotRecord later = snapshot(Sample.NOW.plusSeconds(86_400), 1001);
    ClusterSummary summary = Sample.healthy().snapshots(OLD, NEWEST, later).summary();

    assertThat(SnapshotGlance.of(summary).newest()).contains(NEWEST);
    assertThat(Snapshots.newest(summary)).contains(NEWEST);
  }

  @Test
  void waitingFollowsItToItsEnd() {
    run.betweenLooks(
        answered(Request.State.TAKEN_UP, "i-2 was told"),
        answered(Request.State.DONE, "snapshot X at revision 9"));

    assertThat(run.quorate("snapshot", "take", "demo", "--wait")).isZero();

    assertThat(run.err()).contains("i-2 was told");
    assertThat(run.out()).isEqualTo("snapshot X at revision 9\n");
  }

  @Test
  void aFailureAndARefusalHaveTheirCodesAndWords() {
    run.betweenLooks(answered(Request.State.FAILED, "DISK_FULL: no room"));
    assertThat(run.quorate("snapshot", "take", "demo", "--wait")).isEqualTo(1);
    assertThat(run.err()).contains("failed: DISK_FULL: no room");

    Run other = Run.onEmptyStore();
    Stored.put(other.store(), Sample.healthy().snapshots(OLD, NEWEST).summary());
    assertThat(other.quorate("snapshot", "pin", "demo", OLD.id().value())).isEqualTo(1);
    assertThat(other.err()).contains("is not answered yet (OPEN)");
  }

  @Test
  void aRefusalIsBadInput() {
    run.betweenLooks(answered(Request.State.REFUSED, "pinned by bob"));

    assertThat(run.quorate("snapshot", "delete", "demo", OLD.id().value(), "--yes")).isEqualTo(65);
    assertThat(run.err()).contains("refused, nothing was changed: pinned by bob");
  }

  @Test
  void withoutAQueueTheScheduleTakesItUpAndThatIsSaid() {
    run.withoutQueue("no --events-queue is given");

    assertThat(run.quorate("snapshot", "take", "demo")).isZero();
    assertThat(run.err()).contains("next scheduled turn takes the request up");
  }

  @Test
  void argumentsStandInTheRequest() {
    run.quorate("snapshot", "verify", "demo");
    assertThat(written().arguments()).containsEntry("snapshot", NEWEST.id().value());

    assertThat(run.quorate("snapshot", "pin", "demo", "yesterday")).isEqualTo(64);
    assertThat(run.quorate("snapshot", "delete", "demo", OLD.id().value())).isEqualTo(64);
    assertThat(run.err()).contains("nothing was written: expected --yes");
    assertThat(run.quorate("snapshot", "take", "dmeo")).isEqualTo(66);
  }

  @Test
  void aPinIsTakenBackAndTheBucketLookedAt() {
    run.betweenLooks(answered(Request.State.DONE, "unpinned"));
    assertThat(run.quorate("snapshot", "unpin", "demo", OLD.id().value())).isZero();
    assertThat(written().kind()).isEqualTo(RequestKind.PIN_SNAPSHOT);
    assertThat(written().arguments())
        .containsEntry("snapshot", OLD.id().value())
        .containsEntry("pinned", "false");

    Run other = Run.onEmptyStore();
    Stored.put(other.store(), Sample.healthy().snapshots(OLD).summary());
    assertThat(other.quorate("snapshot", "sync", "demo")).as("not answered yet").isEqualTo(1);
    assertThat(other.err()).contains("is not answered yet");
  }

  @Test
  void withoutASnapshotThereIsNothingToVerifyOrToShow() {
    Run other = Run.onEmptyStore();
    Stored.put(other.store(), Sample.healthy().summary());

    assertThat(other.quorate("snapshot", "verify", "demo")).isEqualTo(65);
    assertThat(other.err()).contains("quorate snapshot take demo");
    assertThat(other.quorate("snapshot", "show", "demo", OLD.id().value())).isEqualTo(65);
    assertThat(other.err()).contains("quorate snapshot sync");
  }

  @ParameterizedTest
  @CsvSource({"STORE_AWAY,69", "BUCKET_MISSING,69", "ACCESS_DENIED,77", "NOT_FOUND,65"})
  void aBucketThatCannotBeUsedHasItsCodeAndItsWord(
      SnapshotStoreException.Cause why, int code, @TempDir Path folder) {
    run.withoutBucket(why);
    Path file = folder.resolve("snapshot.db");

    assertThat(run.quorate("snapshot", "download", "demo", OLD.id().value(), file.toString()))
        .isEqualTo(code);
    assertThat(run.err()).contains(why + ": as asked");
    assertThat(file).doesNotExist();
  }

  @Test
  void theCatalogueIsATable() {
    assertThat(run.quorate("snapshot", "list", "demo")).isZero();

    assertThat(run.out().lines())
        .containsExactly(
            "ID                        STATE     DATA   AGE     REVISION  SIZE  RESTORE  PINNED BY  WHY",
            OLD.id() + "  VERIFIED  EQUAL  2 h          900   3 B    4.2 s  bob        scheduled",
            NEWEST.id()
                + "  TAKEN     -      10 min      1000   3 B        -  -          scheduled");
  }

  @Test
  void jsonHasTheNamesOfTheManifest() {
    run.quorate("snapshot", "list", "demo", "--output", "json");
    assertThat(run.out())
        .contains("\"snapshot\" : \"" + NEWEST.id() + "\"")
        .contains("\"restoreMillis\" : 4200")
        .contains("\"verifiedRelease\" : \"3.5.16\"")
        .doesNotContain("schemaVersion");

    run.quorate("snapshot", "show", "demo", OLD.id().value());
    assertThat(run.out())
        .contains("pinned by  bob")
        .contains(", by etcd 3.5.16, restored in 4.2 s")
        .contains("data       EQUAL: its voter was compared later, and all held the same");
  }

  @Test
  void statusShowsWhatARecoveryWouldLoseAndTake() {
    run.quorate("status", "demo");
    assertThat(run.out())
        .contains(
            "snapshots   " + NEWEST.id() + ", 10 min old; verified " + OLD.id() + " 60 min ago");

    run.quorate("status", "demo", "--output", "json");
    assertThat(run.out()).contains("\"rpoSeconds\" : 600").contains("\"rtoSeconds\" : 5");
  }

  @Test
  void aDownloadIsComparedWithItsManifest(@TempDir Path folder) throws IOException {
    try (InMemorySnapshotStore bucket =
        new InMemorySnapshotStore(run.bucket(), Sample.DEMO, Sample.UID)) {
      bucket.upload(OLD.manifest().dataKey(), new ByteArrayInputStream(FILE), bytes -> {});
      bucket.upload(
          NEWEST.manifest().dataKey(), new ByteArrayInputStream(new byte[] {9, 9, 9}), b -> {});
    }
    Path file = folder.resolve("snapshot.db");

    assertThat(run.quorate("snapshot", "download", "demo", OLD.id().value(), file.toString()))
        .isZero();
    assertThat(Files.readAllBytes(file)).isEqualTo(FILE);
    assertThat(run.quorate("snapshot", "download", "demo", OLD.id().value(), file.toString()))
        .isEqualTo(64);
    Path wrong = folder.resolve("wrong.db");
    assertThat(run.quorate("snapshot", "download", "demo", NEWEST.id().value(), wrong.toString()))
        .isEqualTo(65);
    assertThat(wrong).doesNotExist();
    assertThat(run.err()).contains("is not what the manifest says");
  }
}
