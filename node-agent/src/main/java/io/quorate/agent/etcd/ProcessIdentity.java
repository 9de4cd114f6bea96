package io.quorate.agent.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), UTF_8);
      String afterName = stat.substring(stat.lastIndexOf(')') + 2);
      String start = List.of(afterName.split(" ", -1)).get(START_AFTER_NAME);
      return Optional.of(new ProcessIdentity(pid, Long.parseLong(start)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Whether the argument is on the process's command line. */
  boolean runsWith(String argument) throws IOException {
    try {
      String commandLine = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), UTF_8);
      return List.of(commandLine.split("\0", -1)).contains(argument);
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
