package io.quorate.state;

import io.quorate.wire.Wire;

/** A raft position known to be durable in the own log: a directory that ends before it is older. */
public record Watermark(
    @Wire.Name("raftTerm") @Wire.Count long term, @Wire.Name("raftIndex") @Wire.Count long index) {
  /** Nothing is known yet. */
  public static final Watermark NONE = new Watermark(0, 0);

  /** Whether a log that ends here still holds everything up to the watermark. */
  public boolean heldBy(long lastTerm, long lastIndex) {
    return lastIndex >= index && lastTerm >= term;
  }
}
