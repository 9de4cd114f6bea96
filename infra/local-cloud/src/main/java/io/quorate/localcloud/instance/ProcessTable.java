package io.quorate.localcloud.instance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    int killed = 0;
    for (int round = 0; round < 1000; round++) {
      List<MarkedProcess> found = ofHome(home).stream().filter(which).toList();
      if (found.isEmpty()) {
        return killed;
      }
      for (MarkedProcess process : found) {
        killed += process.handle().destroyForcibly() ? 1 : 0;
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    throw new IllegalStateException(
        "processes of %s survive SIGKILL: %s; look at them with ps and end them by hand"
            .formatted(home, ofHome(home)));
  }
}
