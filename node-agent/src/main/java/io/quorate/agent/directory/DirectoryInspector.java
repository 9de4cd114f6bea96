package io.quorate.agent.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.agent.directory.DirectoryInspection.Absent;
import io.quorate.agent.directory.DirectoryInspection.Damaged;
import io.quorate.agent.directory.DirectoryInspection.Empty;
import io.quorate.agent.directory.DirectoryInspection.Present;
import io.quorate.agent.disk.FileExistence;
import io.quorate.agent.wal.WalDamage;
import io.quorate.agent.wal.WalReader;
import io.quorate.agent.wal.WalSummary;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads one data directory. */
final class DirectoryInspector {
  private DirectoryInspector() {}

  static DirectoryInspection inspect(Path directory) throws IOException {
    if (!FileExistence.exists(directory)) {
      return new Absent();
    }
    if (!FileExistence.isFolder(directory)
        || !FileExistence.isFile(DataDirectory.nonceFile(directory))) {
      return new Damaged(directory + " has no nonce file: it was replaced, or is not Quorate's");
    }
    String nonce = Files.readString(DataDirectory.nonceFile(directory), UTF_8).strip();
    Optional<DirectoryName> name = DirectoryName.parse(String.valueOf(directory.getFileName()));
    if (name.isPresent() && !name.get().nonce().equals(nonce)) {
      return new Damaged(
          directory + " holds the nonce '" + nonce + "', expected the one in its name");
    }
    return inspectData(directory, nonce);
  }

  private static DirectoryInspection inspectData(Path directory, String nonce) throws IOException {
    Path data = DataDirectory.etcdData(directory);
    Path wal = DataDirectory.walFolder(directory);
    if (!FileExistence.isFolder(data)) {
      return new Damaged(data + " is missing: it was removed");
    }
    boolean member = FileExistence.isFolder(data.resolve("member"));
    boolean db = member && hasDatabase(data.resolve("member").resolve("snap"));
    if (!member || !FileExistence.isFolder(wal)) {
      return db ? new Damaged(wal + " is missing though snap/db is there") : new Empty(nonce);
    }
    return switch (WalReader.quick(wal)) {
      case WalDamage damage -> new Damaged("WAL " + damage.kind() + ": " + damage.detail());
      case WalSummary summary -> present(directory, nonce, summary, db);
    };
  }

  private static boolean hasDatabase(Path snap) throws IOException {
    return FileExistence.isFolder(snap) && FileExistence.isFile(snap.resolve("db"));
  }

  private static DirectoryInspection present(
      Path directory, String nonce, WalSummary wal, boolean db) throws IOException {
    Optional<DirectoryIdentity> identity = DirectoryIdentity.of(directory);
    if (identity.isEmpty()) {
      return new Damaged(directory + " vanished while it was read");
    }
    return new Present(
        nonce,
        new EtcdClusterId(wal.metadata().clusterId()),
        new MemberId(wal.metadata().memberId()),
        wal,
        db,
        identity.get());
  }
}
