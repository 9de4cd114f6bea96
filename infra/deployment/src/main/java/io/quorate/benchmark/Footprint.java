package io.quorate.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a process uses, by Linux's own account. */
final class Footprint {
  private static final int TICKS_PER_SECOND = 100;
  private static final int USER_TIME_AFTER_NAME = 11;
  private static final double KIB_PER_MIB = 1024;

  private final long pid;
  private final long ticksBefore;
  private final long started;

  private Footprint(long pid, long ticksBefore, long started) {
    this.pid = pid;
    this.ticksBefore = ticksBefore;
    this.started = started;
  }

  /** Begins to watch a process. */
  static Footprint of(long pid) throws IOException {
    return new Footprint(pid, ticks(pid), System.nanoTime());
  }

  /** Resident memory now, in MiB. */
  double residentMib() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / KIB_PER_MIB;
      }
    }
    throw new IOException("/proc/" + pid + "/status has no VmRSS line");
  }

  /** Percent of one core used since it is watched. */
  double cpuPercent() throws IOException {
    double seconds = (System.nanoTime() - started) / 1e9;
    return (ticks(pid) - ticksBefore) * 100.0 / TICKS_PER_SECOND / seconds;
  }

  private static long ticks(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    return Long.parseLong(fields.get(USER_TIME_AFTER_NAME))
        + Long.parseLong(fields.get(USER_TIME_AFTER_NAME + 1));
  }
}
