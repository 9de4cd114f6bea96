package io.quorate.agent.wal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What etcd 3.7 could not read in a log is found, and is not once a snapshot of it is newer. */
class VersionTwoRequestsTest {
  private static final byte[] OF_VERSION_TWO = request(0x12, "PUT");
  private static final byte[] OF_VERSION_THREE = request(0x22, "put");

  @TempDir private Path member = Path.of("");

  /** An id, and then one field. */
  private static byte[] request(int tag, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(WalBytes.message(0x08, 77, tag, text.length()));
    bytes.writeBytes(text.getBytes(US_ASCII));
    return bytes.toByteArray();
  }

  private static byte[] entry(int type, int index, byte[] data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(WalBytes.message(0x08, type, 0x10, 2, 0x18, index, 0x22, data.length));
    bytes.writeBytes(data);
    return WalBytes.frame(Frame.ENTRY, 0, bytes.toByteArray());
  }

  private static byte[] snapshot(int index) {
    return WalBytes.frame(Frame.SNAPSHOT, 0, WalBytes.message(0x08, index, 0x10, 2));
  }

  private void log(byte[]... frames) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] frame : frames) {
      bytes.writeBytes(frame);
    }
    bytes.writeBytes(new byte[64]);
    Files.createDirectories(member.resolve("snap"));
    Files.createDirectories(member.resolve("wal"));
    Files.write(member.resolve("wal/0000000000000000-0000000000000000.wal"), bytes.toByteArray());
  }

  @Test
  void tellsTheLastOne() throws IOException {
    log(
        entry(0, 3, OF_VERSION_TWO),
        entry(0, 4, OF_VERSION_TWO),
        entry(0, 5, OF_VERSION_THREE),
        entry(0, 6, new byte[0]));
    assertThat(VersionTwoRequests.appliedAtStart(member)).contains(4L);
  }

  @Test
  void aChangeOfTheMembersIsNone() throws IOException {
    log(entry(1, 3, OF_VERSION_TWO), entry(0, 4, OF_VERSION_THREE));
    assertThat(VersionTwoRequests.appliedAtStart(member)).isEmpty();
  }

  @Test
  void aSnapshotCountsOnceItsFileIsThere() throws IOException {
    log(entry(0, 4, OF_VERSION_TWO), snapshot(5));
    assertThat(VersionTwoRequests.appliedAtStart(member)).contains(4L);
    Files.createFile(member.resolve("snap/0000000000000002-0000000000000005.snap"));
    assertThat(VersionTwoRequests.appliedAtStart(member)).isEmpty();
  }

  @Test
  void oneAfterTheSnapshotIsApplied() throws IOException {
    log(snapshot(3), entry(0, 4, OF_VERSION_TWO));
    Files.createFile(member.resolve("snap/0000000000000002-0000000000000003.snap"));
    assertThat(VersionTwoRequests.appliedAtStart(member)).contains(4L);
  }

  /** Those by which it tells its name and the cluster's version; no other release writes any. */
  @Test
  void realEtcdOf35WritesSome() throws IOException {
    Path data = member.resolve("real");
    try (RealEtcd.Running etcd = RealEtcd.startAlone(data, "token").awaitServing()) {
      etcd.put("key", "value");
      boolean writes = etcd.etcdctl("version").contains(" 3.5.");
      assertThat(VersionTwoRequests.appliedAtStart(data.resolve("member")).isPresent())
          .isEqualTo(writes);
    }
  }
}
