package io.quorate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.ImportedSnapshot;
import io.quorate.codec.Samples;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.release.EtcdRelease;
import io.quorate.release.ReleaseArchive;
import io.quorate.release.TargetRelease;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.state.FleetEntry;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import io.quorate.state.Pause;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.store.SpecWrites.Applied;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpecWritesTest {
  private static final ClusterName DEMO = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final ClusterUid LATER_UID = new ClusterUid("uid-2");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final RecordStore store = new InMemoryRecordStore();
  private final SpecWrites writes = new SpecWrites(store);

  private static ClusterSpec spec(long size, String group) {
    return SpecReader.fromTree(
            Map.of(
                "name", "demo", "size", size, "group", group, "etcd", Map.of("version", "3.5.30")))
        .orThrow();
  }

  private Map<String, Object> stored(Key key) {
    return Optional.ofNullable(store.read(List.of(key)).get(key)).orElseThrow().attributes();
  }

  @Test
  void theFirstApplyMintsTheUidTheRightToBootstrapAndTheFleetEntry() {
    assertThat(writes.apply(spec(3, "g"), UID, NOW, "me"))
        .isEqualTo(new Applied.Created(new SpecRecord(spec(3, "g"), UID, 1, NOW, "me")));

    assertThat(Codecs.LINEAGE.read(stored(Keys.lineage(DEMO)), "lineage"))
        .isEqualTo(Lineage.unbootstrapped(UID));
    assertThat(Codecs.STATUS.read(stored(Keys.status(DEMO)), "status")).isEqualTo(Status.initial());
    assertThat(Codecs.FLEET.read(stored(Keys.fleet(DEMO)), "fleet").group()).isEqualTo("g");
  }

  @Test
  void aClusterThatBeginsWithASnapshotIsCreatedTogetherWithItsLine() {
    SnapshotRecord imported = imported();

    assertThat(writes.create(spec(3, "g"), UID, imported, NOW, "me"))
        .isInstanceOf(Applied.Created.class);

    Origin origin = new Origin(imported.id(), imported.manifest().sha256());
    assertThat(Codecs.LINEAGE.read(stored(Keys.lineage(DEMO)), "lineage"))
        .isEqualTo(Lineage.importing(UID, origin));
    assertThat(Codecs.SNAPSHOT.read(stored(Keys.snapshot(DEMO, imported.id())), "snapshot"))
        .isEqualTo(imported);
  }

  @Test
  void nothingIsImportedIntoAClusterThatIsThere() {
    writes.apply(spec(3, "g"), UID, NOW, "me");

    assertThat(writes.create(spec(3, "g"), LATER_UID, imported(), NOW, "me"))
        .isInstanceOfSatisfying(
            Applied.Refused.class,
            refused ->
                assertThat(refused.errors())
                    .singleElement()
                    .asString()
                    .contains("is there already"));
    assertThat(Codecs.LINEAGE.read(stored(Keys.lineage(DEMO)), "lineage"))
        .isEqualTo(Lineage.unbootstrapped(UID));
  }

  private static SnapshotRecord imported() {
    return SnapshotRecord.taken(ImportedSnapshot.into(DEMO, UID));
  }

  @Test
  @Guards("CLUSTER_DELETED")
  void nothingIsAppliedToADeletedClusterAndItsGroupIsFreeAgain() {
    writes.apply(spec(3, "g"), UID, NOW, "me");
    Lineage deleted = Lineage.unbootstrapped(UID).deleted();
    store.write(
        new Write.Put(
            new Item(Keys.lineage(DEMO), Codecs.LINEAGE.write(deleted)), Expect.anything()));
    store.write(
        new Write.Put(
            new Item(Keys.fleet(DEMO), Expiry.at(stored(Keys.fleet(DEMO)), NOW)),
            Expect.anything()));

    for (String group : List.of("g", "h")) {
      assertThat(writes.apply(spec(3, group), new ClusterUid("other"), NOW, "me"))
          .isInstanceOfSatisfying(
              Applied.Refused.class,
              refused ->
                  assertThat(refused.errors())
                      .singleElement()
                      .asString()
                      .contains("was deleted", "never used again"));
    }
    assertThat(Codecs.LINEAGE.read(stored(Keys.lineage(DEMO)), "lineage")).isEqualTo(deleted);
    assertThat(writes.groupTaken(spec(3, "g"))).isEmpty();
  }

  private static ClusterSpec version(String version) {
    return SpecReader.fromTree(
            Map.of("name", "demo", "size", 3L, "group", "g", "etcd", Map.of("version", version)))
        .orThrow();
  }

  @Test
  void aVersionThatMembersDoNotRunIsRefusedAndOneThatAcceptsItIsNot() {
    writes.apply(version("3.5.30"), UID, NOW, "me");
    assertThat(writes.apply(version("3.5.21"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);
    store.write(
        new Write.Put(
            new Item(
                Keys.node(DEMO, Samples.HEARTBEAT.instance()),
                Codecs.HEARTBEAT.write(Samples.HEARTBEAT)),
            Expect.anything()));

    assertThat(writes.apply(version("3.5.22"), UID, NOW, "me"))
        .isInstanceOfSatisfying(
            Applied.Refused.class,
            refused ->
                assertThat(refused.errors())
                    .singleElement()
                    .satisfies(e -> assertThat(e.toString()).contains("3.5.22", "3.5.30", "i-01")));
    assertThat(writes.apply(version("3.5"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);

    Status buried = Status.initial().withTombstones(Map.of(Samples.HEARTBEAT.instance(), NOW));
    store.write(
        new Write.Put(new Item(Keys.status(DEMO), Codecs.STATUS.write(buried)), Expect.anything()));
    assertThat(writes.apply(version("3.5.22"), UID, NOW, "me"))
        .as("what is terminated runs nothing")
        .isInstanceOf(Applied.Updated.class);
  }

  private static ClusterSpec versionAndQuota(String version, String quota) {
    return SpecReader.fromTree(
            Map.of(
                "name",
                "demo",
                "size",
                3L,
                "group",
                "g",
                "etcd",
                Map.of("version", version, "quota", quota)))
        .orThrow();
  }

  private EtcdReleases oneMemberRuns3530AndStored(String... versions) {
    writes.apply(version("3.5.30"), UID, NOW, "me");
    store.write(
        new Write.Put(
            new Item(
                Keys.node(DEMO, Samples.HEARTBEAT.instance()),
                Codecs.HEARTBEAT.write(Samples.HEARTBEAT)),
            Expect.anything()));
    EtcdReleases releases = new EtcdReleases(store);
    for (String each : versions) {
      EtcdVersion version = EtcdVersion.parse(each).orElseThrow();
      ReleaseArchive archive = new ReleaseArchive("linux-amd64", "0a".repeat(32), 7);
      assertThat(releases.add(new EtcdRelease(version, archive, "me", NOW, false))).isTrue();
    }
    return releases;
  }

  @Test
  void aStoredReleaseMayBeAppliedAndIsRecordedBesideTheSpec() {
    oneMemberRuns3530AndStored("3.5.22");

    assertThat(writes.apply(version("3.5.22"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);
    assertThat(Codecs.TARGET_RELEASE.read(stored(Keys.release(DEMO)), "release"))
        .satisfies(
            release -> {
              assertThat(release.version()).hasToString("3.5.22");
              assertThat(release.archives())
                  .containsExactly(new ReleaseArchive("linux-amd64", "0a".repeat(32), 7));
            });
    assertThat(writes.apply(version("3.5.22"), UID, NOW, "me"))
        .isInstanceOf(Applied.Unchanged.class);
  }

  @Test
  void aHiddenReleaseIsRefusedToAnApplyAndStaysWithTheClusterThatHasIt() {
    EtcdReleases releases = oneMemberRuns3530AndStored("3.5.22", "3.5.23");
    writes.apply(version("3.5.22"), UID, NOW, "me");
    assertThat(releases.hide(version("3.5.22").etcd().version())).isEqualTo(1);
    assertThat(releases.hide(version("3.5.23").etcd().version())).isEqualTo(1);

    assertThat(writes.apply(version("3.5.23"), UID, NOW, "me")).isInstanceOf(Applied.Refused.class);
    assertThat(writes.apply(version("3.5.22"), UID, NOW, "me"))
        .isInstanceOf(Applied.Unchanged.class);
  }

  /** Its release was stored after it was applied. */
  @Test
  void theSameSpecAgainTakesTheReleaseThatWasStoredSince() {
    EtcdReleases releases = oneMemberRuns3530AndStored();
    releases.add(
        new EtcdRelease(
            version("3.5.30").etcd().version(),
            new ReleaseArchive("linux-amd64", "0b".repeat(32), 7),
            "me",
            NOW,
            false));

    assertThat(writes.apply(version("3.5.30"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);
    assertThat(stored(Keys.release(DEMO))).containsEntry("version", "3.5.30");
  }

  @Test
  void aReleaseRecordThatNobodyCanReadIsWrittenAnew() {
    oneMemberRuns3530AndStored("3.5.30");
    writes.apply(version("3.5.30"), UID, NOW, "me");
    store.write(
        new Write.Put(
            new Item(Keys.release(DEMO), Map.of("schemaVersion", 1L, "version", "of somebody")),
            Expect.anything()));

    assertThat(writes.apply(version("3.5.30"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);
    assertThat(Codecs.TARGET_RELEASE.read(stored(Keys.release(DEMO)), "release").version())
        .hasToString("3.5.30");
  }

  /** Samples' node runs 3.5.30 and has prepared 3.5.33. */
  @Test
  void aReleaseThatEveryNodeHasMayBeAppliedThoughItIsNotStored() {
    oneMemberRuns3530AndStored();

    assertThat(writes.apply(version("3.5.33"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);
    assertThat(Codecs.TARGET_RELEASE.read(stored(Keys.release(DEMO)), "release"))
        .isEqualTo(new TargetRelease(version("3.5.33").etcd().version(), List.of()));
    assertThat(writes.apply(version("3.5.32"), UID, NOW, "me")).isInstanceOf(Applied.Refused.class);
  }

  /** A node that joins while members still run it needs it. */
  @Test
  void theReleaseOfTheSpecBeforeStaysInTheRecord() {
    oneMemberRuns3530AndStored("3.5.22");
    writes.apply(version("3.5.22"), UID, NOW, "me");
    List<ReleaseArchive> archives =
        Codecs.TARGET_RELEASE.read(stored(Keys.release(DEMO)), "release").archives();

    assertThat(writes.apply(version("3.5.33"), UID, NOW, "me")).isInstanceOf(Applied.Updated.class);
    writes.apply(version("3.5.33"), UID, NOW, "me");

    assertThat(archives).isNotEmpty();
    assertThat(Codecs.TARGET_RELEASE.read(stored(Keys.release(DEMO)), "release").former())
        .contains(new TargetRelease.Former(version("3.5.22").etcd().version(), archives));
  }

  @Test
  void aLineThatDoesNotFollowWhatMembersRunIsRefused() {
    oneMemberRuns3530AndStored("3.6.14");
    Map<String, Object> row = new HashMap<>(Codecs.HEARTBEAT.write(Samples.HEARTBEAT));
    Map<String, Object> status = new HashMap<>();
    if (row.get("status") instanceof Map<?, ?> told) {
      told.forEach((name, value) -> status.put(String.valueOf(name), value));
    }
    status.put("version", "3.5.16");
    row.put("status", status);
    store.write(
        new Write.Put(
            new Item(Keys.node(DEMO, Samples.HEARTBEAT.instance()), row), Expect.anything()));

    assertThat(writes.apply(version("3.6.14"), UID, NOW, "me"))
        .isInstanceOfSatisfying(
            Applied.Refused.class,
            refused ->
                assertThat(refused.errors().toString())
                    .contains("3.5.16 does not change to 3.6.14", "run 3.5.26 or later first"));
  }

  @Test
  void aReleaseThatOneNodeLacksHasToBeStored() {
    oneMemberRuns3530AndStored();
    Map<String, Object> lacking = new HashMap<>(Codecs.HEARTBEAT.write(Samples.HEARTBEAT));
    lacking.put("instanceId", "i-09");
    lacking.remove("etcdPrepared");
    store.write(
        new Write.Put(
            new Item(Keys.node(DEMO, new InstanceId("i-09")), lacking), Expect.anything()));

    assertThat(writes.apply(version("3.5.33"), UID, NOW, "me")).isInstanceOf(Applied.Refused.class);
  }

  /** A member that crashes on the way would start its old release with the new flags. */
  @Test
  void aReleaseAndHowEtcdStartsNeverChangeTogether() {
    oneMemberRuns3530AndStored("3.5.22");

    assertThat(writes.apply(versionAndQuota("3.5.22", "4GiB"), UID, NOW, "me"))
        .isInstanceOfSatisfying(
            Applied.Refused.class,
            refused ->
                assertThat(refused.errors())
                    .singleElement()
                    .satisfies(e -> assertThat(e.toString()).contains("etcd.quota", "alone")));
    writes.apply(version("3.5.22"), UID, NOW, "me");
    assertThat(writes.apply(versionAndQuota("3.5.22", "4GiB"), UID, NOW, "me"))
        .as("i-01 runs 3.5.30 still")
        .isInstanceOf(Applied.Refused.class);
    writes.apply(version("3.5.30"), UID, NOW, "me");
    assertThat(writes.apply(versionAndQuota("3.5.30", "4GiB"), UID, NOW, "me"))
        .isInstanceOf(Applied.Updated.class);
  }

  /** The sample reports a database of so many bytes; the default quota is 2 GiB. */
  @SuppressWarnings("unchecked") // The record's values.
  private void reportsDatabase(long bytes) {
    Map<String, Object> row = new HashMap<>(Codecs.HEARTBEAT.write(Samples.HEARTBEAT));
    Map<String, Object> status = new HashMap<>((Map<String, Object>) row.get("status"));
    status.put("dbSizeBytes", bytes);
    row.put("status", status);
    store.write(
        new Write.Put(
            new Item(Keys.node(DEMO, Samples.HEARTBEAT.instance()), row), Expect.anything()));
  }

  @SuppressWarnings("unchecked") // The record's values.
  private void reportsDisk(long bytes, long free) {
    Map<String, Object> row = new HashMap<>(Codecs.HEARTBEAT.write(Samples.HEARTBEAT));
    Map<String, Object> space = new HashMap<>((Map<String, Object>) row.get("space"));
    space.put("diskBytes", bytes);
    space.put("freeBytes", free);
    row.put("space", space);
    store.write(
        new Write.Put(
            new Item(Keys.node(DEMO, Samples.HEARTBEAT.instance()), row), Expect.anything()));
  }

  /** The sample's database has 20 KiB. */
  @Test
  void aQuotaThatADiskDoesNotBearIsWarnedOf() {
    ClusterSpec before = versionAndQuota("3.5.30", "2GiB");
    ClusterSpec after = versionAndQuota("3.5.30", "4GiB");
    reportsDisk(50L << 30, 21L << 30);
    assertThat(writes.warnings(before, after))
        .singleElement()
        .asString()
        .contains("etcd.quota 4GiB needs 22GiB of disk", "i-01 has 21GiB", "it bears 3.8GiB");
    assertThat(writes.warnings(after, after)).as("it stays").isEmpty();

    reportsDisk(50L << 30, 22L << 30);
    assertThat(writes.warnings(before, after)).isEmpty();
    reportsDisk(0, 0);
    assertThat(writes.warnings(before, after)).as("an older agent").isEmpty();
  }

  @Test
  void aQuotaThatIsNotAboveTheDatabaseIsRefusedWithTheSizeAndTheWayOut() {
    oneMemberRuns3530AndStored();
    reportsDatabase(116L << 20);

    for (String quota : List.of("64MiB", "116MiB")) {
      assertThat(writes.apply(versionAndQuota("3.5.30", quota), UID, NOW, "me"))
          .isInstanceOfSatisfying(
              Applied.Refused.class,
              refused ->
                  assertThat(refused.errors())
                      .singleElement()
                      .satisfies(
                          e ->
                              assertThat(e.toString())
                                  .contains("etcd.quota", quota, "116MiB", "quorate compact")
                                  .contains("quorate defragment")));
    }
    assertThat(writes.apply(versionAndQuota("3.5.30", "117MiB"), UID, NOW, "me"))
        .isInstanceOf(Applied.Updated.class);
  }

  @Test
  void aQuotaThatTheDatabaseHasOutgrownStaysValidAndMayOnlyBeRaisedAboveIt() {
    oneMemberRuns3530AndStored();
    writes.apply(versionAndQuota("3.5.30", "64MiB"), UID, NOW, "me");
    reportsDatabase(116L << 20);

    assertThat(writes.apply(versionAndQuota("3.5.30", "64MiB"), UID, NOW, "me"))
        .isInstanceOf(Applied.Unchanged.class);
    assertThat(writes.apply(versionAndQuota("3.5.30", "100MiB"), UID, NOW, "me"))
        .isInstanceOf(Applied.Refused.class);
    assertThat(writes.apply(versionAndQuota("3.5.30", "256MiB"), UID, NOW, "me"))
        .isInstanceOf(Applied.Updated.class);
  }

  @Test
  void noClusterTakesTheNameUnderWhichReleasesAreKept() {
    ClusterSpec reserved =
        SpecReader.fromTree(
                Map.of("name", "releases", "group", "h", "etcd", Map.of("version", "3.5.30")))
            .orThrow();
    assertThat(writes.apply(reserved, UID, NOW, "me")).isInstanceOf(Applied.Refused.class);
  }

  @Test
  void theSameAgainChangesNothingAndMintsNothing() {
    writes.apply(spec(3, "g"), UID, NOW, "me");

    assertThat(writes.apply(spec(3, "g"), LATER_UID, NOW.plusSeconds(1), "you"))
        .isEqualTo(new Applied.Unchanged(new SpecRecord(spec(3, "g"), UID, 1, NOW, "me")));
  }

  @Test
  void aLaterApplyKeepsTheUidAndCountsOn() {
    writes.apply(spec(3, "g"), UID, NOW, "me");

    Applied applied = writes.apply(spec(5, "g"), LATER_UID, NOW, "me");

    assertThat(applied).isInstanceOf(Applied.Updated.class);
    assertThat(writes.read(DEMO)).contains(new SpecRecord(spec(5, "g"), UID, 2, NOW, "me"));
  }

  @Test
  void aLineageThatOutlivedItsSpecIsNeverReplaced() {
    store.write(
        new Write.Put(
            new Item(Keys.lineage(DEMO), Codecs.LINEAGE.write(Lineage.unbootstrapped(LATER_UID))),
            Expect.noRecord()));

    assertThat(writes.apply(spec(3, "g"), UID, NOW, "me")).isInstanceOf(Applied.Conflict.class);
    assertThat(writes.read(DEMO)).isEmpty();
    assertThat(Codecs.LINEAGE.read(stored(Keys.lineage(DEMO)), "lineage").uid())
        .isEqualTo(LATER_UID);
  }

  @Test
  void aChangeThatMayNotBeMadeWritesNothing() {
    writes.apply(spec(3, "g"), UID, NOW, "me");

    assertThat(writes.apply(spec(3, "other"), UID, NOW, "me")).isInstanceOf(Applied.Refused.class);
    assertThat(writes.read(DEMO)).contains(new SpecRecord(spec(3, "g"), UID, 1, NOW, "me"));
    assertThat(Codecs.FLEET.read(stored(Keys.fleet(DEMO)), "fleet").group()).isEqualTo("g");
  }

  @Test
  void aGroupThatAnotherClusterHasIsRefusedAndNothingIsWritten() {
    writes.apply(spec(3, "g"), UID, NOW, "me");
    ClusterSpec second =
        SpecReader.fromTree(
                Map.of("name", "other", "group", "g", "etcd", Map.of("version", "3.5.30")))
            .orThrow();

    assertThat(writes.apply(second, LATER_UID, NOW, "me"))
        .isInstanceOfSatisfying(
            Applied.Refused.class,
            refused ->
                assertThat(refused.errors())
                    .singleElement()
                    .asString()
                    .startsWith("group:")
                    .contains("cluster demo's"));
    assertThat(writes.read(second.name())).isEmpty();
  }

  @Test
  @Guards("PAUSED")
  void anApplyDoesNotEndAPauseByCommand() {
    writes.apply(spec(3, "g"), UID, NOW, "me");
    Pause pause = new Pause(NOW, "alice", "repair");
    SpecRecord paused = writes.read(DEMO).orElseThrow().pausedBy(Optional.of(pause));
    store.write(
        new Write.Put(new Item(Keys.spec(DEMO), Codecs.SPEC.write(paused)), Expect.anything()));

    writes.apply(spec(5, "g"), UID, NOW.plusSeconds(9), "terraform");

    SpecRecord applied = writes.read(DEMO).orElseThrow();
    assertThat(applied.spec().size()).isEqualTo(5);
    assertThat(applied.pauses()).containsExactly(pause);
    assertThat(applied.pausedBy(Optional.empty()).pauses()).isEmpty();
    assertThat(applied.pausedBy(Optional.empty()).updatedBy())
        .as("who owns the spec stays")
        .isEqualTo("terraform");
  }

  @Test
  @Guards("PAUSED")
  void aSpecThatPausesNamesTheApplyThatBeganIt() {
    writes.apply(pausing(3, true), UID, NOW, "me");
    writes.apply(pausing(5, true), UID, NOW.plusSeconds(9), "you");

    assertThat(writes.read(DEMO).orElseThrow().pauses())
        .containsExactly(new Pause(NOW, "me", Pause.OF_SPEC));

    writes.apply(pausing(5, false), UID, NOW.plusSeconds(10), "you");
    assertThat(writes.read(DEMO).orElseThrow().pauses()).isEmpty();
    writes.apply(pausing(5, true), UID, NOW.plusSeconds(20), "you");
    assertThat(writes.read(DEMO).orElseThrow().pauses())
        .containsExactly(new Pause(NOW.plusSeconds(20), "you", Pause.OF_SPEC));
  }

  private static ClusterSpec pausing(long size, boolean paused) {
    return SpecReader.fromTree(
            Map.of(
                "name",
                "demo",
                "size",
                size,
                "paused",
                paused,
                "etcd",
                Map.of("version", "3.5.30")))
        .orThrow();
  }

  /** Both looked at the fleet before either wrote: one of two applies at once has the group. */
  @Test
  void twoFirstAppliesAtOnceDoNotShareAGroup() {
    writes.apply(spec(3, "g"), UID, NOW, "me");
    store.write(
        new Write.Put(new Item(Keys.fleet(DEMO), Map.of("schemaVersion", 1L)), Expect.anything()));
    ClusterSpec second =
        SpecReader.fromTree(
                Map.of("name", "other", "group", "g", "etcd", Map.of("version", "3.5.30")))
            .orThrow();
    assertThat(writes.groupTaken(second)).as("the look does not tell").isEmpty();

    assertThat(writes.apply(second, LATER_UID, NOW, "me")).isInstanceOf(Applied.Conflict.class);
    assertThat(writes.read(second.name())).isEmpty();

    store.write(SpecWrites.groupLeftBy(new FleetEntry(DEMO, UID, "g", true, NOW), NOW));
    assertThat(writes.apply(second, LATER_UID, NOW, "me")).isInstanceOf(Applied.Created.class);
  }
}
