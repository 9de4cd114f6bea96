package io.quorate.agent.etcd.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The file that etcd's output goes to: a file, so that etcd outlives the agent. */
final class EtcdLog {
  private static final long BOUND_BYTES = 16L * 1024 * 1024;
  private static final int TAIL_BYTES = 512 * 1024;

  private EtcdLog() {}

  /**
   * Keeps the log and the one set aside within their bounds, also while etcd writes, which appends
   * wherever the end is; returns the log's length, 0 when its end was set aside just now.
   */
  static long bound(Path log) throws IOException {
    Path aside = log.resolveSibling(log.getFileName() + ".1");
    if (length(aside) > BOUND_BYTES) {
      Files.delete(aside);
    }
    long length = length(log);
    if (length <= BOUND_BYTES) {
      return length;
    }
    setAside(log, aside);
    return 0;
  }

  /** The log is cut even where its end finds no room: on a full disk room is what is wanted. */
  private static void setAside(Path log, Path aside) throws IOException {
    Files.deleteIfExists(aside);
    try (FileChannel from = FileChannel.open(log, READ, WRITE)) {
      try (FileChannel to = FileChannel.open(aside, CREATE, WRITE)) {
        long at = Math.max(0, from.size() - BOUND_BYTES / 2);
        for (long moved = 1; moved > 0; at += moved) {
          moved = from.transferTo(at, from.size() - at, to);
        }
      } finally {
        from.truncate(0);
      }
    }
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
