package io.quorate.agent.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DirectoryInspection.Absent;
import io.quorate.agent.directory.DirectoryInspection.Damaged;
import io.quorate.agent.directory.DirectoryInspection.Empty;
import io.quorate.agent.directory.DirectoryInspection.Present;
import io.quorate.agent.local.FileDataDisk;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path root;
  private DataDirectory directories = new DataDirectory(Path.of("."));
  private Path directory = Path.of(".");

  @BeforeEach
  void create() throws IOException {
    directories = new DataDirectory(root);
    directory = directories.create(Generation.FIRST, "abc");
  }

  @Test
  void whatWasCreatedIsEmptyAndNamedByGenerationAndNonce() throws IOException {
    assertThat(root.relativize(directory)).hasToString("etcd/000001-abc");
    assertThat(directories.inspect(directory)).isEqualTo(new Empty("abc"));
    assertThat(directories.list()).containsExactly(directory);
    assertThat(directories.create(Generation.FIRST, "abc")).isEqualTo(directory);
  }

  @Test
  void aCrashWhileCreatingLeavesNothingThatCountsAndIsRepaired() throws IOException {
    Files.createDirectories(root.resolve("etcd/.creating-000002-def/data"));

    assertThat(directories.list()).containsExactly(directory);
    Path second = directories.create(new Generation(2), "def");
    assertThat(directories.inspect(second)).isEqualTo(new Empty("def"));
  }

  @Test
  void tellsAbsentReplacedAndForeignDirectories() throws IOException {
    assertThat(directories.inspect(root.resolve("etcd/000009-x"))).isEqualTo(new Absent());
    Path replaced = root.resolve("etcd/000003-x");
    Files.createDirectories(replaced.resolve("data"));
    assertThat(directories.inspect(replaced)).isInstanceOf(Damaged.class);
    Files.writeString(replaced.resolve("nonce"), "other");
    assertThat(directories.inspect(replaced)).isInstanceOf(Damaged.class);
    Files.delete(directory.resolve("data"));
    assertThat(directories.inspect(directory)).isInstanceOf(Damaged.class);
  }

  @Test
  void archivingRenamesAndNeverOverwrites() throws IOException {
    Path first = directories.archive(directory);
    directories.create(Generation.FIRST, "abc");
    Path second = directories.archive(directory);

    assertThat(root.relativize(first)).hasToString("archive/000001-abc-1");
    assertThat(root.relativize(second)).hasToString("archive/000001-abc-2");
    assertThat(directories.inspect(directory)).isEqualTo(new Absent());
    assertThat(directories.inspect(first.resolve("none"))).isEqualTo(new Absent());
  }

  @Test
  void aRunningEtcdIsSeenByItsWalLockAndIsNotArchived() throws IOException {
    try (var etcd = RealEtcd.startAlone(DataDirectory.etcdData(directory), "tok")) {
      etcd.awaitServing();
      assertThat(directories.lockedByEtcd(directory)).isTrue();
      assertThatThrownBy(() -> directories.archive(directory)).hasMessageContaining("stop it");
      try (FileChannel db =
              FileChannel.open(directory.resolve("data/member/snap/db"), StandardOpenOption.WRITE);
          FileLock lock = db.tryLock()) {
        assertThat(lock).as("why snap/db is no proof").isNotNull();
      }
    }
    assertThat(directories.lockedByEtcd(directory)).isFalse();
  }

  @Test
  void tellsWhoseDataItIs() throws IOException {
    String address;
    try (var etcd = RealEtcd.startAlone(DataDirectory.etcdData(directory), "tok")) {
      address = etcd.awaitServing().address();
    }
    Present present = (Present) directories.inspect(directory);

    assertThat(present.memberId())
        .isEqualTo(EtcdIds.memberId(List.of(RealEtcd.peerUrl(address)), "tok"));
    assertThat(present.clusterId()).isEqualTo(EtcdIds.clusterId(List.of(present.memberId())));
    assertThat(present.nonce()).isEqualTo("abc");
    assertThat(present.lastIndex()).isPositive();
    assertThat(present.dbPresent()).isTrue();
  }

  @Test
  void aFolderReplacedUnderALiveEtcdIsNoticed() throws IOException {
    try (var etcd = RealEtcd.startAlone(DataDirectory.etcdData(directory), "tok")) {
      etcd.awaitServing();
      var before = DirectoryIdentity.of(directory);
      assertThat(before).isPresent().isEqualTo(DirectoryIdentity.of(directory));

      Files.move(directory.resolve("data"), directory.resolve("old"));
      assertThat(DirectoryIdentity.of(directory)).isEmpty();
      Files.createDirectories(directory.resolve("data/member/wal"));
      assertThat(DirectoryIdentity.of(directory)).isPresent().isNotEqualTo(before);
      Files.delete(directory.resolve("nonce"));
      assertThat(DirectoryIdentity.of(directory)).isEmpty();
    }
  }

  @Test
  void tellsTheSpaceLeft() throws IOException {
    assertThat(directories.space().usableBytes())
        .isPositive()
        .isLessThanOrEqualTo(directories.space().totalBytes());
  }

  @Test
  void aDiskThatCannotTellIsNotTakenForAnEmptyOne() throws IOException {
    Files.createDirectories(directory.resolve("data/member"));
    for (String part : List.of("data/member/wal", "data/member", "data", "nonce")) {
      Path broken = directory.resolve(part);
      Files.deleteIfExists(broken);
      Files.createSymbolicLink(broken, broken);
      assertThatThrownBy(() -> directories.inspect(directory))
          .as(part)
          .isInstanceOf(IOException.class);
      Files.delete(broken);
    }
    Path itself = directories.path(Generation.FIRST, "loop");
    Files.createSymbolicLink(itself, itself);
    assertThatThrownBy(() -> directories.inspect(itself)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> DirectoryIdentity.of(itself)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> directories.lockedByEtcd(itself)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> directories.create(Generation.FIRST, "loop"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("symbolic links");
    FileDataDisk disk = new FileDataDisk(directories);
    assertThatThrownBy(() -> disk.archive("000001-loop")).isInstanceOf(UncheckedIOException.class);
    Files.move(root.resolve("etcd"), root.resolve("moved"));
    Files.createSymbolicLink(root.resolve("etcd"), root.resolve("etcd"));
    assertThatThrownBy(directories::list).isInstanceOf(IOException.class);
  }
}
