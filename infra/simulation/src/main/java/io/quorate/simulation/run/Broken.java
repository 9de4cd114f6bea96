package io.quorate.simulation.run;

import io.quorate.simulation.schedule.SimThreadFailedException;
import io.quorate.simulation.schedule.Times;

/**
 * What did not hold.
 *
 * @param invariant its name
 * @param detail what was seen, and what was expected
 */
public record Broken(String invariant, String detail) {
  static Broken by(SimThreadFailedException e) {
    return by(String.valueOf(e.getMessage()), e.getCause() == null ? e : e.getCause());
  }

  static Broken by(String what, Throwable cause) {
    StringBuilder where = new StringBuilder();
    StackTraceElement[] trace = cause.getStackTrace();
    for (int i = 0; i < Math.min(8, trace.length); i++) {
      where.append("\n    at ").append(trace[i]);
    }
    return new Broken(
        "NO_STRAND_FAILS " + cause.getClass().getSimpleName(), what + ": " + cause + where);
  }

  @Override
  public String toString() {
    return Times.inWords(invariant + ": " + detail);
  }
}
