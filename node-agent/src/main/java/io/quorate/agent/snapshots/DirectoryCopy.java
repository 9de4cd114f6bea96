package io.quorate.agent.snapshots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Copies a data directory of an etcd that is stopped, but for the files that etcd makes ready for
 * the log: nothing is in them yet, and it makes others.
 */
final class DirectoryCopy {
  private DirectoryCopy() {}

  /** How many bytes its files have. */
  static long bytes(Path folder) throws IOException {
    long sum = 0;
    for (Path path : below(folder)) {
      sum += Files.isRegularFile(path) ? Files.size(path) : 0;
    }
    return sum;
  }

  /** Copies all of it to a folder that is not there yet. */
  static void copy(Path from, Path to) throws IOException {
    for (Path path : below(from)) {
      Files.copy(path, to.resolve(from.relativize(path).toString()));
    }
  }

  /** The folder, and everything below it after what contains it. */
  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(path -> !ofTheLogsNextSegment(path)).toList();
    }
  }

  private static boolean ofTheLogsNextSegment(Path path) {
    return path.toString().endsWith(".tmp")
        && Optional.ofNullable(path.getParent())
            .filter(in -> in.endsWith("member/wal"))
            .isPresent();
  }
}
