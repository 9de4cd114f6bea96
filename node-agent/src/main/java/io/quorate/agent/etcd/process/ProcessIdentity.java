package io.quorate.agent.etcd.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Tells a process from a later one of the same pid.
 *
 * @param startTicks when it started, in clock ticks since boot ({@code /proc/pid/stat}, field 22),
 *     which a change of the wall clock does not move
 */
public record ProcessIdentity(long pid, long startTicks) {
  private static final int START_AFTER_NAME = 19;

  /** The process that has this pid now; empty when there is none. */
  public static Optional<ProcessIdentity> of(long pid) throws IOException {
    return read(pid, "stat")
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 2))
        .map(afterName -> List.of(afterName.split(" ", -1)).get(START_AFTER_NAME))
        .map(start -> new ProcessIdentity(pid, Long.parseLong(start)));
  }

  /** Whether the argument is on the process's command line. */
  boolean runsWith(String argument) throws IOException {
    return read(pid, "cmdline")
        .filter(commandLine -> List.of(commandLine.split("\0", -1)).contains(argument))
        .isPresent();
  }

  /** The value of an option on the process's command line, {@code --name=value}. */
  Optional<String> option(String name) throws IOException {
    String prefix = "--" + name + "=";
    return read(pid, "cmdline").stream()
        .flatMap(commandLine -> List.of(commandLine.split("\0", -1)).stream())
        .filter(argument -> argument.startsWith(prefix))
        .map(argument -> argument.substring(prefix.length()))
        .findFirst();
  }

  /** Empty also for a process that ends between the opening of its file and the reading. */
  private static Optional<String> read(long pid, String file) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    try {
      return Optional.of(Files.readString(process.resolve(file), UTF_8));
    } catch (IOException e) {
      if (Files.notExists(process)) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
