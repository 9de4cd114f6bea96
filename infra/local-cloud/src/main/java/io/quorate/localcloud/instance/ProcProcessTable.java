package io.quorate.localcloud.instance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Reads marks from Linux's {@code /proc/<pid>/environ}. */
final class ProcProcessTable implements ProcessTable {
  private static final Path PROC = Path.of("/proc");
  private static final int LOOKS = 20;
  private static final int TRIES = 500;
  private static final long BETWEEN_NANOS = Duration.ofMillis(1).toNanos();

  @Override
  public List<MarkedProcess> ofHome(Path home) {
    List<MarkedProcess> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        marked(process, home).ifPresent(found::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list /proc", e);
    }
    found.sort(Comparator.comparingLong(MarkedProcess::pid));
    return found;
  }

  private static Optional<MarkedProcess> marked(Path process, Path home) {
    long pid = Long.parseLong(process.getFileName().toString());
    if (pid == ProcessHandle.current().pid()) {
      return Optional.empty();
    }
    // The handle first: should the pid be reused from here on, its start time protects the new one.
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    String environment = environment(process);
    if (!value(environment, MarkVariables.HOME).equals(Optional.of(home.toString()))) {
      return Optional.empty();
    }
    String owner = value(environment, MarkVariables.OWNER).orElse("");
    String command = read(process.resolve("cmdline")).replace('\0', ' ').strip();
    return handle.map(live -> new MarkedProcess(live, owner, command));
  }

  /**
   * The environment of a process, which Linux shows empty, or only to where it was read, for a
   * moment while the process replaces its program (execve); until it has a command line, too, the
   * moment lasts. A zombie and a thread of the kernel have none, and no program. One that has a
   * program is asked again: only chance shows it empty, unless it is.
   */
  private static String environment(Path process) {
    int looks = 0;
    for (int tries = 0; tries < TRIES; tries++) {
      String environment = read(process.resolve("environ"));
      if (environment.endsWith("\0") || !hasProgram(process)) {
        return environment;
      }
      if (read(process.resolve("cmdline")).isEmpty()) {
        LockSupport.parkNanos(BETWEEN_NANOS);
      } else if (++looks == LOOKS) {
        return environment;
      }
    }
    return "";
  }

  private static boolean hasProgram(Path process) {
    try {
      return !Files.readSymbolicLink(process.resolve("exe")).toString().isEmpty();
    } catch (IOException e) {
      return false; // Gone meanwhile, another user's, a zombie, or the kernel's.
    }
  }

  private static Optional<String> value(String environment, String name) {
    String start = name + "=";
    for (String variable : environment.split("\0", -1)) {
      if (variable.startsWith(start)) {
        return Optional.of(
            new String(variable.substring(start.length()).getBytes(ISO_8859_1), UTF_8));
      }
    }
    return Optional.empty();
  }

  private static String read(Path file) {
    // By as few reads as may be: Files.readAllBytes takes one byte first of a file without a size.
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      return ""; // Gone meanwhile, or another user's: neither is ours.
    }
  }
}
