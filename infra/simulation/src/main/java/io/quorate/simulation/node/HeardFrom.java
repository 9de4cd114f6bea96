package io.quorate.simulation.node;

/** What one address has heard of another: how much, when last, and its latest long silence. */
public final class HeardFrom {
  private static final long LONG_MILLIS = 10_000;

  private long messages;
  private long lastAt;
  private long silenceEnded;
  private long silenceLasted;

  void heard(long now) {
    messages++;
    if (now - lastAt >= LONG_MILLIS) {
      silenceEnded = now;
      silenceLasted = now - lastAt;
    }
    lastAt = now;
  }

  long messages() {
    return messages;
  }

  /** Whether nothing was heard for so long, up to some moment since then. */
  public boolean missed(long millis, long since, long now) {
    return now - lastAt >= millis || (silenceEnded >= since && silenceLasted >= millis);
  }
}
