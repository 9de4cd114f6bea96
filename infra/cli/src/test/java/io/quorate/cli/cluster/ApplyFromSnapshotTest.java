package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.bolt.SnapshotFiles;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Codecs;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new cluster from a snapshot: checked and copied first, then created in one transaction. */
class ApplyFromSnapshotTest {
  private static final ClusterName NEW = new ClusterName("new");
  private static final ClusterUid UID = new ClusterUid("fresh-uid");
  private static final String YAML = "name: new\netcd:\n  version: 3.5\n";
  private static final SnapshotId OTHERS = new SnapshotId("20260102T020304Z-g3-0a1b");

  @TempDir private Path folder;

  private final Run run = Run.onEmptyStore().input(YAML);

  private int apply(String source, String... more) {
    return applySpec(YAML, source, more);
  }

  private int applySpec(String yaml, String source, String... more) {
    String[] line = {"apply", "-f", "-", "--from-snapshot", source};
    return run.input(yaml)
        .quorate(
            java.util.stream.Stream.concat(
                    java.util.Arrays.stream(line), java.util.Arrays.stream(more))
                .toArray(String[]::new));
  }

  private Lineage lineage() {
    Key key = Keys.lineage(NEW);
    return Codecs.LINEAGE.read(
        Optional.ofNullable(run.store().read(List.of(key)).get(key)).orElseThrow().attributes(),
        "lineage");
  }

  /** The one line of the new cluster's catalogue. */
  private SnapshotRecord line() {
    List<SnapshotRecord> lines =
        run.store().list(Table.CLUSTERS, NEW.value(), Keys.SNAPSHOT).stream()
            .map(item -> Codecs.SNAPSHOT.read(item.attributes(), "line"))
            .toList();
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }

  private void nothingWasMade() {
    assertThat(run.store().list(Table.CLUSTERS, NEW.value(), "")).isEmpty();
    assertThat(run.bucket().keySet()).noneMatch(key -> key.startsWith("new/"));
  }

  private void refused(String source, String why) {
    assertThat(apply(source)).isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains(why).doesNotContain("java.");
    nothingWasMade();
  }

  private static String sha256(byte[] file) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
  }

  /** Another cluster's snapshot, in its catalogue and in the bucket. */
  private SnapshotManifest others(byte[] file, String sha256) {
    SnapshotManifest manifest =
        new SnapshotManifest(
            OTHERS,
            Sample.DEMO,
            Sample.UID,
            Sample.CLUSTER_ID,
            Sample.member(2),
            Sample.instance(2),
            SnapshotKeys.data(Sample.DEMO, Sample.UID, OTHERS, 2),
            new SnapshotManifest.Position(4, 4, 2, 9),
            "3.5.30",
            file.length,
            sha256,
            Optional.of(new SnapshotManifest.KvHash(77, 4, 1)),
            Sample.NOW.minusSeconds(600),
            "scheduled",
            "0.1.0");
    Stored.put(run.store(), Sample.healthy().snapshots(SnapshotRecord.taken(manifest)).summary());
    run.bucket().put(manifest.dataKey(), file);
    return manifest;
  }

  /** The agents of one cluster may not read another's files; who applies may. */
  @Test
  void aLineThatNamesAnotherClustersFileIsNoSource() throws Exception {
    byte[] secret = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);
    SnapshotManifest own = others(secret, sha256(secret));
    String foreign = "other/uid-9/snapshots/" + OTHERS + ".2.db";
    Map<String, Object> line =
        new LinkedHashMap<>(Codecs.SNAPSHOT.write(SnapshotRecord.taken(own)));
    line.put("dataKey", foreign);
    Stored.put(run.store(), Keys.snapshot(Sample.DEMO, OTHERS), line);
    run.bucket().put(foreign, secret);

    assertThat(apply(OTHERS.value())).isNotZero();

    assertThat(run.err()).contains(foreign);
    nothingWasMade();
  }

  @Test
  void aFileOfThisMachineIsCopiedWithAManifestMadeOfIt() throws Exception {
    Path file = SnapshotFiles.file(folder, SnapshotFiles.THREE_KEYS);

    assertThat(apply(file.toString())).as(run.err()).isZero();

    assertThat(run.out()).isEqualTo("cluster new: created, uid fresh-uid, spec version 1\n");
    assertThat(run.err()).contains("it begins with " + file + " at revision 4, 20512 bytes");
    SnapshotManifest manifest = line().manifest();
    assertThat(manifest.id().generation()).isEqualTo(Generation.UNBOOTSTRAPPED);
    assertThat(manifest.position()).isEqualTo(new SnapshotManifest.Position(4, 4, 2, 7));
    assertThat(manifest.because()).contains(file.toString());
    assertThat(lineage())
        .isEqualTo(Lineage.importing(UID, new Origin(manifest.id(), manifest.sha256())));
    byte[] copied =
        Objects.requireNonNull(
            run.bucket().get(SnapshotKeys.data(NEW, UID, manifest.id(), 1)), "copied");
    assertThat(copied).isEqualTo(SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS));
    assertThat(manifest.sha256()).isEqualTo(sha256(copied));
    assertThat(new InMemorySnapshotStore(run.bucket(), NEW, UID).manifest(manifest.id()))
        .contains(manifest);
  }

  @Test
  void anObjectOfABucketIsCopied() {
    byte[] file = SnapshotFiles.bytes(SnapshotFiles.THREE_THOUSAND_KEYS);
    run.bucket().put("old/backup.db", file);

    assertThat(apply("s3://elsewhere/old/backup.db")).as(run.err()).isZero();

    assertThat(line().manifest().position().revision()).isEqualTo(34);
    assertThat(run.err()).contains("s3://elsewhere/old/backup.db");
  }

  @Test
  void anotherClustersSnapshotIsFoundByItsIdAndKeepsWhatIsKnownOfIt() throws Exception {
    byte[] file = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);
    SnapshotManifest known = others(file, sha256(file));

    assertThat(apply(OTHERS.value())).as(run.err()).isZero();

    SnapshotManifest manifest = line().manifest();
    assertThat(manifest.id()).isNotEqualTo(OTHERS);
    assertThat(manifest.uid()).isEqualTo(UID);
    assertThat(manifest.hash()).isEqualTo(known.hash());
    assertThat(manifest.takenAt()).isEqualTo(known.takenAt());
    assertThat(manifest.instance()).isEqualTo(known.instance());
    assertThat(run.bucket()).containsKey(known.dataKey());
  }

  @Test
  void aSnapshotThatIsNotWhatWasTakenIsRefused() {
    others(SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS), "00ff");

    refused(OTHERS.value(), "it is not the snapshot that was taken");
  }

  @Test
  void whatIsNoSnapshotIsRefusedAndNothingIsMade() throws IOException {
    Path auth = SnapshotFiles.file(folder, SnapshotFiles.COMPACTED_WITH_AUTH);
    Path garbage = java.nio.file.Files.write(folder.resolve("garbage"), new byte[544]);

    refused(OTHERS.value(), "no cluster of this table has snapshot " + OTHERS);
    refused("nowhere.db", "'nowhere.db' is no file");
    refused("s3://elsewhere/nothing", "NOT_FOUND");
    refused(garbage.toString(), "damaged");
    refused(auth.toString(), "etcdctl auth disable");
    assertThat(apply("s3:/bucket")).isEqualTo(CommandExitCode.USAGE);
    nothingWasMade();
  }

  @Test
  void accessControlIsTakenOnlyWhereTheAgentsAreRoot() throws IOException {
    String auth = SnapshotFiles.file(folder, SnapshotFiles.COMPACTED_WITH_AUTH).toString();

    assertThat(applySpec(YAML + "tls:\n  mode: managed\n", auth))
        .isEqualTo(CommandExitCode.BAD_INPUT);
    assertThat(run.err()).contains("tls.clients to required");
    nothingWasMade();

    assertThat(applySpec(YAML + "tls:\n  mode: managed\n  clients: required\n", auth))
        .as(run.err())
        .isZero();
    assertThat(run.bucket()).containsKey(line().manifest().dataKey());
  }

  @Test
  void aClusterThatIsThereTakesNoSnapshot() throws IOException {
    run.quorate("apply", "-f", "-");
    Path file = SnapshotFiles.file(folder, SnapshotFiles.THREE_KEYS);

    assertThat(apply(file.toString())).isEqualTo(CommandExitCode.BAD_INPUT);

    assertThat(run.err()).contains("is there already", "quorate restore new");
    assertThat(run.bucket()).isEmpty();
    assertThat(lineage().origin()).isEmpty();
  }

  @Test
  void aDryRunChecksTheFileAndMakesNothing() throws IOException {
    Path file = SnapshotFiles.file(folder, SnapshotFiles.THREE_KEYS);

    assertThat(apply(file.toString(), "--dry-run")).isZero();

    assertThat(run.out()).contains("would be created");
    assertThat(run.err()).contains("at revision 4");
    nothingWasMade();
  }
}
