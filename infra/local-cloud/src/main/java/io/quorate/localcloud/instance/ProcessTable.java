package io.quorate.localcloud.instance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Finds the live processes that carry a cloud's mark. */
public interface ProcessTable {
  /** All live processes marked with this home, in order of their pids. */
  List<MarkedProcess> ofHome(Path home);

  /** The table of this operating system: /proc where there is one, {@code ps} otherwise. */
  static ProcessTable ofThisMachine() {
    return Files.isReadable(Path.of("/proc/self/environ"))
        ? new ProcProcessTable()
        : new PsProcessTable();
  }

  /**
   * Kills with SIGKILL until a scan finds none that match, as a process may fork between a scan and
   * its death.
   *
   * @return how many were killed
   * @throws IllegalStateException if some survive many rounds
   */
  default int kill(Path home, Predicate<MarkedProcess> which) {
    // One that takes its time to die is killed in several rounds, and is one.
    Set<Long> killed = new HashSet<>();
    for (int round = 0; round < 1000; round++) {
      List<MarkedProcess> found = ofHome(home).stream().filter(which).toList();
      if (found.isEmpty()) {
        return killed.size();
      }
      for (MarkedProcess process : found) {
        if (process.handle().destroyForcibly()) {
          killed.add(process.pid());
        }
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    throw new IllegalStateException(
        "processes of %s survive SIGKILL: %s; look at them with ps and end them by hand"
            .formatted(home, ofHome(home)));
  }
}
