package io.quorate.agent.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The file that etcd's output goes to: a file, so that etcd outlives the agent. */
final class EtcdLog {
  private static final long ROTATE_BYTES = 16L * 1024 * 1024;
  private static final int TAIL_BYTES = 64 * 1024;

  private EtcdLog() {}

  /** Moves a log that grew too long aside, replacing the one moved before; returns its length. */
  static long prepare(Path log) throws IOException {
    if (!Files.exists(log)) {
      return 0;
    }
    if (Files.size(log) > ROTATE_BYTES) {
      Files.move(
          log,
          log.resolveSibling(log.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
      return 0;
    }
    return Files.size(log);
  }

  /** How long the log is now. What stands in it may have been said by another member's etcd. */
  static long length(Path log) throws IOException {
    try {
      return Files.size(log);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /** The last lines written at or after an offset. */
  static List<String> tail(Path log, long from) throws IOException {
    if (!Files.exists(log)) {
      return List.of();
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(Math.min(from, file.length()), file.length() - TAIL_BYTES);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.seek(start);
      file.readFully(bytes);
      return new String(bytes, UTF_8).lines().toList();
    }
  }
}
