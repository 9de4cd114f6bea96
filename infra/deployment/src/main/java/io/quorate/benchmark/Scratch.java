package io.quorate.benchmark;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a benchmark's clusters, some gigabytes of data and logs: deleted with the last
 * measurement, kept where one failed.
 */
public final class Scratch implements Closeable {
  private final Path folder;
  private boolean measured;

  private Scratch(Path folder) {
    this.folder = folder;
  }

  /** A new one, in the folder for temporary files. */
  public static Scratch create() throws IOException {
    return new Scratch(Files.createTempDirectory("quorate-benchmark"));
  }

  /** A folder in it. */
  public Path resolve(String name) {
    return folder.resolve(name);
  }

  /** All was measured: nobody needs the folder any more. */
  public void measured() {
    measured = true;
  }

  @Override
  public void close() throws IOException {
    if (!measured) {
      System.err.println("benchmark: data and logs are kept in " + folder);
      return;
    }
    List<Path> children;
    try (Stream<Path> found = Files.walk(folder)) {
      children = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path child : children) {
      Files.deleteIfExists(child);
    }
  }
}
