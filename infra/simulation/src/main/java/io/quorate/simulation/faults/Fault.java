package io.quorate.simulation.faults;

/**
 * One thing that goes wrong.
 *
 * @param at milliseconds since the begin
 * @param kind what
 * @param pick chooses whom among those there are then: its remainder
 * @param amount how long, or how much
 */
public record Fault(long at, FaultKind kind, int pick, long amount) {
  private static final String FORM = "at 12345 KIND pick 3 amount 1000";

  /** As one line of a scenario. */
  public String line() {
    return "at " + at + " " + kind + " pick " + pick + " amount " + amount;
  }

  /** Reads such a line. */
  public static Fault parse(String line) {
    String[] words = line.trim().split("\\s+", -1);
    if (words.length != 7 || !words[0].equals("at")) {
      throw new IllegalArgumentException("fault '" + line + "': expected '" + FORM + "'");
    }
    return new Fault(
        Long.parseLong(words[1]),
        FaultKind.valueOf(words[2]),
        Integer.parseInt(words[4]),
        Long.parseLong(words[6]));
  }

  /** The same, lasting less. */
  public Fault lasting(long millis) {
    return new Fault(at, kind, pick, millis);
  }
}
