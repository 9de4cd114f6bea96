package io.quorate.model;

/**
 * Grows by one at each reseed. Zero means that the cluster was never bootstrapped; a generation
 * from one on is one etcd cluster id with its own cluster token.
 */
public record Generation(long value) implements Comparable<Generation> {
  /** The generation of a cluster that was never bootstrapped. */
  public static final Generation UNBOOTSTRAPPED = new Generation(0);

  /** The generation that bootstrap makes. */
  public static final Generation FIRST = new Generation(1);

  /** Refuses a negative number. */
  public Generation {
    if (value < 0) {
      throw new IllegalArgumentException("generation " + value + ": expected zero or more");
    }
  }

  /** Whether this generation is older than the other. */
  public boolean before(Generation other) {
    return value < other.value;
  }

  /** The generation after this one. */
  public Generation next() {
    return new Generation(value + 1);
  }

  @Override
  public int compareTo(Generation other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
