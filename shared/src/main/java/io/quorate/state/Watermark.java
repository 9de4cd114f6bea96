package io.quorate.state;

/** A raft position known to be durable in the own log: a directory that ends before it is older. */
public record Watermark(long term, long index) {
  /** Nothing is known yet. */
  public static final Watermark NONE = new Watermark(0, 0);

  /** Whether a log that ends here still holds everything up to the watermark. */
  public boolean heldBy(long lastTerm, long lastIndex) {
    return lastIndex >= index && lastTerm >= term;
  }
}
