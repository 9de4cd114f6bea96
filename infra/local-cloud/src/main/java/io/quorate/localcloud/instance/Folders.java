package io.quorate.localcloud.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes folders that live processes may be writing to. */
final class Folders {
  private static final int ROUNDS = 20;

  private Folders() {}

  /** Deletes a folder with all that is in it, trying again where a writer adds to it meanwhile. */
  static void delete(Path folder) throws IOException {
    IOException last = new IOException("cannot delete " + folder);
    for (int round = 0; round < ROUNDS; round++) {
      try {
        deleteOnce(folder);
        return;
      } catch (IOException | UncheckedIOException e) {
        last = new IOException("cannot delete " + folder + ": a process still writes to it", e);
      }
    }
    throw last;
  }

  private static void deleteOnce(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return;
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
