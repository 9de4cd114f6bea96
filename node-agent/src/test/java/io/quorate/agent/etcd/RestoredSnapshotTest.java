package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.process.IsolatedEtcd;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdToolException.Kind;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.port.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot of a real etcd, restored with the real tool and started by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestoredSnapshotTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final EtcdUtl TOOL = EtcdUtl.beside(RealEtcd.tool("etcd")).quiet();

  @TempDir private static Path folder;
  private RealEtcd.Running etcd;
  private Path file;
  private long revision;
  private SnapshotClient.Hash hash;

  @BeforeAll
  void take() throws IOException {
    etcd = RealEtcd.startAlone(folder.resolve("member"), "own-token").awaitServing();
    etcd.put("big", "x".repeat(100_000));
    for (int i = 0; i < 20; i++) {
      etcd.put("key", "value " + i);
    }
    etcd.etcdctl("compact", "10");
    file = folder.resolve("taken.db");
    try (SnapshotClient client = new SnapshotClient(etcd.clientUrl(), Optional.empty())) {
      try (InputStream stream = client.snapshot()) {
        Files.copy(stream, file);
      }
      revision = answer(client.linearizableRead());
      hash = answer(client.hashKv(revision, DEADLINE));
    }
  }

  @AfterAll
  void stop() {
    etcd.close();
  }

  private static <T> T answer(Reply<T> reply) {
    return reply.answer().orElseThrow(() -> new AssertionError(reply.words()));
  }

  private static EtcdUtl.Restore restore(Path from, Path to, Optional<Long> bump, boolean skip) {
    return new EtcdUtl.Restore(from, to, "alone", IsolatedEtcd.PEER_URL, "trial", bump, skip);
  }

  private IsolatedEtcd isolated(Path data) throws Exception {
    return IsolatedEtcd.start(
        new IsolatedEtcd.Settings(
            RealEtcd.tool("etcd"),
            data,
            data.resolveSibling(data.getFileName() + ".log"),
            "alone",
            "trial",
            true,
            List.of(),
            DEADLINE));
  }

  @Test
  void theFileTellsItsRevision() throws Exception {
    EtcdUtl.SnapshotStatus status = TOOL.status(file);

    assertThat(status.revision()).isEqualTo(revision);
    // etcd appends 32 bytes of hash.
    assertThat(status.totalSize() + 32).isEqualTo(Files.size(file));
  }

  @Test
  void theRestoredKeysAreThoseOfTheMember() throws Exception {
    Path data = folder.resolve("restored");
    TOOL.restore(restore(file, data, Optional.empty(), false));

    try (IsolatedEtcd restored = isolated(data)) {
      assertThat(restored.revision()).isEqualTo(revision);
      assertThat(restored.hashKv(revision)).isEqualTo(hash);
      assertThat(hash.compactRevision()).isEqualTo(10);
    }
    // Its directory is free again: it was stopped.
    try (IsolatedEtcd again = isolated(data)) {
      assertThat(again.revision()).isEqualTo(revision);
    }
  }

  @Test
  void aBumpMovesTheRevision() throws Exception {
    Path data = folder.resolve("bumped");
    TOOL.restore(restore(file, data, Optional.of(1_000_000L), false));

    try (IsolatedEtcd restored = isolated(data)) {
      assertThat(restored.revision()).isGreaterThanOrEqualTo(revision + 1_000_000);
    }
  }

  @Test
  void aRawDatabaseIsRestoredOnlyWithoutItsHash() throws Exception {
    Path raw = folder.resolve("raw.db");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(raw, java.util.Arrays.copyOf(bytes, bytes.length - 32));

    assertRefused(raw, folder.resolve("raw-refused"));
    TOOL.restore(restore(raw, folder.resolve("raw-taken"), Optional.empty(), true));
    assertThat(folder.resolve("raw-taken/member/snap/db")).exists();
  }

  @Test
  void aFlippedBitIsRefused() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    assertRefused(
        Files.write(folder.resolve("flipped.db"), bytes), folder.resolve("flipped-refused"));
  }

  @Test
  void aTruncatedFileIsRefused() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    Path truncated =
        Files.write(
            folder.resolve("truncated.db"), java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertRefused(truncated, folder.resolve("truncated-refused"));
  }

  private static void assertRefused(Path from, Path to) {
    assertThatExceptionOfType(EtcdToolException.class)
        .isThrownBy(() -> TOOL.restore(restore(from, to, Optional.empty(), false)))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.BAD_FILE))
        .withMessageContaining(from.toString());
    assertThat(to.resolveSibling(to.getFileName() + ".etcdutl.log")).doesNotExist();
  }

  @Test
  void anExistingFolderIsNoFaultOfTheFile() throws Exception {
    Path taken = folder.resolve("taken");
    Files.createDirectories(taken.resolve("member"));
    assertThatExceptionOfType(EtcdToolException.class)
        .isThrownBy(() -> TOOL.restore(restore(file, taken, Optional.empty(), false)))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.FAILED));
  }

  @Test
  void saysWhereTheToolIsMissing() throws Exception {
    Path alone = Files.createDirectories(folder.resolve("no-tool")).resolve("etcd");
    Files.copy(Path.of("/bin/true"), alone, StandardCopyOption.REPLACE_EXISTING);

    assertThatExceptionOfType(EtcdToolException.class)
        .isThrownBy(() -> EtcdUtl.beside(alone).status(file))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.ABSENT))
        .withMessageContaining("install etcdutl beside the etcd binary");
  }

  @Test
  void anEtcdThatEndsIsTold() throws Exception {
    Path data = Files.createDirectories(folder.resolve("rubbish"));
    Files.createDirectories(data.resolve("member/snap"));
    Files.writeString(data.resolve("member/snap/db"), "no database".repeat(1_000));

    assertThatExceptionOfType(EtcdToolException.class)
        .isThrownBy(() -> isolated(data).close())
        .withMessageContaining("etcd ended on " + data);
  }

  @Test
  void aStreamThatIsClosedEarlyEndsTheCall() throws Exception {
    try (SnapshotClient client = new SnapshotClient(etcd.clientUrl(), Optional.empty())) {
      try (InputStream stream = client.snapshot()) {
        assertThat(stream.readNBytes(10)).hasSize(10);
      }
      assertThat(answer(client.linearizableRead())).isEqualTo(revision);
    }
  }
}
