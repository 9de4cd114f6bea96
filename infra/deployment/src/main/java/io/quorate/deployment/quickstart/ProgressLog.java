package io.quorate.deployment.quickstart;

import java.io.PrintStream;
import java.util.Locale;

/** Says what is going on, with the seconds since the start. */
final class ProgressLog {
  private final PrintStream out;
  private final long startedNanos = System.nanoTime();

  ProgressLog(PrintStream out) {
    this.out = out;
  }

  void say(String what) {
    double seconds = (System.nanoTime() - startedNanos) / 1e9;
    out.println(String.format(Locale.ROOT, "[%6.1f s] %s", seconds, what));
    out.flush();
  }
}
