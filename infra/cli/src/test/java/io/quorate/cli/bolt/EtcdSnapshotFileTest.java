package io.quorate.cli.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot's file tells of itself, compared with etcdutl snapshot status. */
class EtcdSnapshotFileTest {
  private static final int HASH_BYTES = 32;

  @TempDir private Path folder;

  private EtcdSnapshotFile read(byte[] content) throws BadSnapshotException, IOException {
    return EtcdSnapshotFile.read(Files.write(folder.resolve("snapshot.db"), content));
  }

  /** The database changed, and its hash made again, as a forger would. */
  static byte[] rehashed(byte[] file) {
    byte[] database = Arrays.copyOf(file, file.length - HASH_BYTES);
    byte[] made = Arrays.copyOf(database, file.length);
    System.arraycopy(Sha256.digest().digest(database), 0, made, database.length, HASH_BYTES);
    return made;
  }

  @Test
  void tellsWhatEtcdutlTells() throws Exception {
    byte[] file = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);

    EtcdSnapshotFile facts = read(file);

    assertThat(facts.revision()).isEqualTo(4);
    assertThat(facts.upperRevision()).isEqualTo(4);
    assertThat(facts.clusterVersion()).contains("3.5.0");
    assertThat(facts.accessControl()).isFalse();
    assertThat(facts.raftTerm()).isEqualTo(2);
    assertThat(facts.raftIndex()).isEqualTo(7);
    assertThat(facts.sizeBytes()).isEqualTo(20_512);
    assertThat(facts.sha256()).isEqualTo(HexFormat.of().formatHex(Sha256.digest().digest(file)));
  }

  @Test
  void findsTheNewestRevisionBelowBranches() throws Exception {
    assertThat(read(SnapshotFiles.bytes(SnapshotFiles.THREE_THOUSAND_KEYS)).revision())
        .isEqualTo(34);
  }

  @Test
  void seesTheCompactionAndTheAccessControl() throws Exception {
    EtcdSnapshotFile facts = read(SnapshotFiles.bytes(SnapshotFiles.COMPACTED_WITH_AUTH));

    assertThat(facts.upperRevision()).isEqualTo(4);
    assertThat(facts.accessControl()).isTrue();
  }

  @Test
  void aChangedByteIsDamage() {
    byte[] file = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);
    file[9_000] ^= 1;

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(BadSnapshotException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void aTruncatedFileIsDamage() {
    byte[] file = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);

    assertThatThrownBy(() -> read(Arrays.copyOf(file, 10_000)))
        .isInstanceOf(BadSnapshotException.class)
        .hasMessageContaining("10000 bytes");
  }

  @Test
  void aRawDatabaseIsNoSnapshot() {
    byte[] file = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);

    assertThatThrownBy(() -> read(Arrays.copyOf(file, file.length - HASH_BYTES)))
        .isInstanceOf(BadSnapshotException.class)
        .hasMessageContaining("etcdctl snapshot save");
  }

  @Test
  void aFileWithTheRightHashThatIsNoDatabaseIsRefused() {
    assertThatThrownBy(() -> read(rehashed(new byte[5 * 4096 + HASH_BYTES])))
        .isInstanceOf(BadSnapshotException.class)
        .hasMessageContaining("no bolt database");
  }

  /** Whatever stands in it, it ends in an answer or a refusal. */
  @Test
  void garbageWithTheRightHashNeverEndsOtherwise() throws Exception {
    byte[] good = SnapshotFiles.bytes(SnapshotFiles.THREE_KEYS);
    Random random = new Random(7);
    int refused = 0;
    for (int round = 0; round < 2_000; round++) {
      byte[] file = good.clone();
      for (int change = 0; change < 1 + round % 20; change++) {
        file[random.nextInt(file.length - HASH_BYTES)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(read(rehashed(file)).sizeBytes()).isEqualTo(file.length);
      } catch (BadSnapshotException e) {
        assertThat(e).hasMessageStartingWith("it is not what etcd writes: ");
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }
}
