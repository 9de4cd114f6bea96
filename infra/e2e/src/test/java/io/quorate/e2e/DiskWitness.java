package io.quorate.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Remembers every data directory that ever held a log on any instance's disk, so that a test can
 * tell at its end whether one was destroyed (I6).
 */
final class DiskWitness implements AutoCloseable {
  private static final long LOOK_MILLIS = 250;

  private final Path home;
  private final Set<String> seen = new TreeSet<>();
  private final Set<String> forgiven = new TreeSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  DiskWitness(Path home) {
    this.home = home;
    this.thread = Thread.ofVirtual().name("disk-witness").start(this::run);
  }

  private void run() {
    try {
      do {
        look();
      } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    for (Path disk : children(home.resolve("instances"))) {
      children(disk.resolve("etcd")).stream()
          .filter(DiskWitness::holdsLog)
          .map(directory -> name(disk) + "/" + name(directory))
          .filter(directory -> !forgiven.contains(directory))
          .forEach(seen::add);
    }
  }

  /** What the test itself is about to take from an instance's disk is not looked for. */
  synchronized void forgive(String instance) {
    look();
    seen.stream().filter(directory -> directory.startsWith(instance + "/")).forEach(forgiven::add);
    seen.removeAll(forgiven);
  }

  /**
   * Directories that held a log once, are now neither in etcd's path nor in the archive, and were
   * not deleted by their agent with a proof.
   */
  synchronized List<String> missing() {
    return seen.stream()
        .filter(directory -> !kept(directory))
        .filter(directory -> !deletedByItsAgent(directory))
        .toList();
  }

  private boolean deletedByItsAgent(String seen) {
    String said = "event=directory-deleted directory=" + name(Path.of(seen));
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(file -> name(file).endsWith(".log"))
          .anyMatch(file -> contains(file, said));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the logs below " + home, e);
    }
  }

  private static boolean contains(Path log, String words) {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.contains(words));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }

  private boolean kept(String seen) {
    Path at = Path.of(seen);
    return Stream.of("instances", "terminated")
        .map(state -> home.resolve(state).resolve(at.getParent()))
        .flatMap(disk -> places(disk, name(at)))
        .anyMatch(DiskWitness::holdsLog);
  }

  private static Stream<Path> places(Path disk, String directory) {
    Stream<Path> archived =
        children(disk.resolve("archive")).stream()
            .filter(path -> name(path).startsWith(directory + "-"));
    return Stream.concat(Stream.of(disk.resolve("etcd").resolve(directory)), archived);
  }

  private static boolean holdsLog(Path directory) {
    return children(directory.resolve("data/member/wal")).stream()
        .anyMatch(file -> name(file).endsWith(".wal"));
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found.toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalStateException("cannot list " + folder, e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      if (!thread.join(Duration.ofSeconds(10))) {
        throw new IllegalStateException("the disk witness did not end within 10 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
