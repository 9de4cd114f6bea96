package io.quorate.model;

/** Counts the takes of the controller's lease; whatever carries an older one has no effect. */
public record FencingToken(long value) implements Comparable<FencingToken> {
  /** Older than every token ever issued. */
  public static final FencingToken NONE = new FencingToken(0);

  /** Refuses a negative number. */
  public FencingToken {
    if (value < 0) {
      throw new IllegalArgumentException("fencing token " + value + ": expected zero or more");
    }
  }

  /** Whether this token is older than the other. */
  public boolean before(FencingToken other) {
    return value < other.value;
  }

  /** The one taken before; that of none is none. */
  public FencingToken previous() {
    return value == 0 ? NONE : new FencingToken(value - 1);
  }

  @Override
  public int compareTo(FencingToken other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
