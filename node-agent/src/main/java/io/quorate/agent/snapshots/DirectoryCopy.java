package io.quorate.agent.snapshots;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Copies a data directory of an etcd that is stopped, but for the files that etcd makes ready for
 * the log: nothing is in them yet, and it makes others. A file of the log is 64 MB of zeros that
 * etcd fills as it goes: in the copy what is still zero is a hole, which costs no disk.
 */
final class DirectoryCopy {
  private static final int BLOCK_BYTES = 64 * 1024;

  private final Path from;
  private final Path to;
  private final List<Path> paths;

  /** To a folder that is not there yet; makes all folders. */
  DirectoryCopy(Path from, Path to) throws IOException {
    this.from = from;
    this.to = to;
    paths = below(from);
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        Files.createDirectory(copyOf(path));
      }
    }
  }

  private Path copyOf(Path path) {
    return to.resolve(from.relativize(path).toString());
  }

  /** How many bytes its files have. */
  static long bytes(Path folder) throws IOException {
    long sum = 0;
    for (Path path : below(folder)) {
      sum += Files.isRegularFile(path) ? Files.size(path) : 0;
    }
    return sum;
  }

  /** Copies the log, on which one may go on to work. */
  void log() throws IOException {
    for (Path path : paths) {
      if (inTheLog(path)) {
        copyWithHoles(path, copyOf(path));
      }
    }
  }

  /** Copies all but the log; where to. */
  Path allElse() throws IOException {
    for (Path path : paths) {
      if (!Files.isDirectory(path) && !inTheLog(path)) {
        Files.copy(path, copyOf(path));
      }
    }
    return to;
  }

  private static void copyWithHoles(Path from, Path to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(BLOCK_BYTES);
    ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long end = 0;
      for (int read = in.read(block); read >= 0; read = in.read(block.clear())) {
        block.flip();
        boolean hole = block.mismatch(zeros.clear().limit(read)) < 0;
        for (long at = end; !hole && block.hasRemaining(); ) {
          at += out.write(block, at);
        }
        end += read;
      }
      if (out.size() < end) {
        out.write(ByteBuffer.allocate(1), end - 1);
      }
    }
  }

  /** The folder, and everything below it after what contains it. */
  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(path -> !ofTheLogsNextSegment(path)).toList();
    }
  }

  private static boolean ofTheLogsNextSegment(Path path) {
    return path.toString().endsWith(".tmp") && inTheLog(path);
  }

  private static boolean inTheLog(Path path) {
    return Optional.ofNullable(path.getParent())
        .filter(in -> in.endsWith("member/wal"))
        .isPresent();
  }
}
