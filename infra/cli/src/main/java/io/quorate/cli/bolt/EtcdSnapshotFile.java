package io.quorate.cli.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the file of a snapshot tells of itself: as {@code etcdctl snapshot save} and the API write
 * it, the database, a multiple of 512 bytes, and its SHA-256.
 *
 * @param revision newest revision of its keys; 1 where it has none
 * @param upperRevision the same, or the revision up to which it was compacted, where that is higher
 * @param raftTerm raft term of the last entry in it; 0 where an older etcd did not write it
 * @param raftIndex raft index of the last entry in it
 * @param clusterVersion version of the etcd cluster, such as {@code 3.5.0}; empty before it was
 *     decided
 * @param accessControl whether users have to authenticate themselves
 * @param sizeBytes size of the whole file
 * @param sha256 SHA-256 of the whole file, in hex
 */
public record EtcdSnapshotFile(
    long revision,
    long upperRevision,
    long raftTerm,
    long raftIndex,
    Optional<String> clusterVersion,
    boolean accessControl,
    long sizeBytes,
    String sha256) {
  private static final int HASH_BYTES = 32;
  private static final int UNIT = 512;
  private static final int CHUNK = 1 << 16;

  /**
   * Reads the whole file, and checks its hash.
   *
   * @throws BadSnapshotException when it is not what etcd writes, or damaged; says why
   * @throws IOException when it cannot be read
   */
  public static EtcdSnapshotFile read(Path file) throws BadSnapshotException, IOException {
    long size = Files.size(file);
    if (size % UNIT != HASH_BYTES) {
      throw new BadSnapshotException(
          size % UNIT == 0 && size > 0
              ? "it has no hash at its end: a copy of a data directory's database is no snapshot;"
                  + " take one with: etcdctl snapshot save"
              : "it has "
                  + size
                  + " bytes, expected a multiple of 512 and a hash of 32: it is damaged, or not"
                  + " what etcdctl snapshot save writes");
    }
    String sha256 = checked(file, size - HASH_BYTES);
    try (BoltFile database = BoltFile.open(file)) {
      return facts(database, size, sha256);
    } catch (IOException e) {
      throw new BadSnapshotException("it is not what etcd writes: " + e.getMessage(), e);
    }
  }

  private static EtcdSnapshotFile facts(BoltFile database, long size, String sha256)
      throws IOException {
    long revision = database.lastKey(name("key")).map(EtcdSnapshotFile::number).orElse(1L);
    long compacted =
        database
            .value(name("meta"), name("finishedCompactRev"))
            .map(EtcdSnapshotFile::number)
            .orElse(0L);
    return new EtcdSnapshotFile(
        revision,
        Math.max(revision, compacted),
        database.value(name("meta"), name("term")).map(EtcdSnapshotFile::number).orElse(0L),
        database
            .value(name("meta"), name("consistent_index"))
            .map(EtcdSnapshotFile::number)
            .orElse(0L),
        database
            .value(name("cluster"), name("clusterVersion"))
            .map(found -> new String(found, UTF_8)),
        database
            .value(name("auth"), name("authEnabled"))
            .filter(found -> Arrays.equals(found, new byte[] {1}))
            .isPresent(),
        size,
        sha256);
  }

  /** SHA-256 of the whole file; that of its database has to stand at its end. */
  private static String checked(Path file, long database) throws BadSnapshotException, IOException {
    MessageDigest ofDatabase = Sha256.digest();
    MessageDigest ofAll = Sha256.digest();
    byte[] told;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] chunk = new byte[CHUNK];
      for (long left = database; left > 0; ) {
        int read = in.read(chunk, 0, (int) Math.min(left, CHUNK));
        if (read < 0) {
          throw new BadSnapshotException("it was cut off while it was read");
        }
        ofDatabase.update(chunk, 0, read);
        ofAll.update(chunk, 0, read);
        left -= read;
      }
      told = in.readNBytes(HASH_BYTES);
      ofAll.update(told);
    }
    if (!MessageDigest.isEqual(told, ofDatabase.digest())) {
      throw new BadSnapshotException(
          "its database has another SHA-256 than the one at its end: it is damaged");
    }
    return Sha256.hex(ofAll);
  }

  private static byte[] name(String text) {
    return text.getBytes(UTF_8);
  }

  /** etcd writes its own numbers with the highest byte first; of a revision the main part. */
  private static long number(byte[] bytes) {
    return bytes.length < Long.BYTES ? 0 : ByteBuffer.wrap(bytes).getLong();
  }
}
