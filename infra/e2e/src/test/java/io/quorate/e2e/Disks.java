package io.quorate.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What may happen to a disk behind everybody's back. */
final class Disks {
  private Disks() {}

  /** Of a disk in use: what its agent deletes meanwhile is not in the copy. */
  static void copy(Path from, Path to) throws IOException {
    for (Path source : tree(from)) {
      Path target = to.resolve(from.relativize(source));
      if (Files.isDirectory(source)) {
        Files.createDirectories(target);
      } else {
        copyIfThere(source, target);
      }
    }
  }

  private static void copyIfThere(Path source, Path target) throws IOException {
    try {
      Files.copy(
          source, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    } catch (NoSuchFileException e) {
      if (Files.exists(source)) {
        throw e;
      }
    }
  }

  static void delete(Path folder) throws IOException {
    for (Path path : tree(folder).reversed()) {
      Files.delete(path);
    }
  }

  static void replace(Path folder, Path by) throws IOException {
    delete(folder);
    copy(by, folder);
  }

  /** The one data directory in etcd's path on an instance's disk. */
  static Path dataDirectory(Path disk) {
    try (Stream<Path> found = Files.list(disk.resolve("etcd"))) {
      return found.filter(Files::isDirectory).max(Comparator.naturalOrder()).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> tree(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.sorted().toList();
    }
  }
}
