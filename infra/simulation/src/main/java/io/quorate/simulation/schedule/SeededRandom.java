package io.quorate.simulation.schedule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** All chance, from one seed; each purpose draws from a stream of its own. */
public final class SeededRandom {
  private final long seed;
  private final Map<String, SplittableRandom> streams = new HashMap<>();

  /** From this seed. */
  public SeededRandom(long seed) {
    this.seed = seed;
  }

  private SplittableRandom stream(String name) {
    return streams.computeIfAbsent(name, key -> new SplittableRandom(mix(seed, key)));
  }

  private static long mix(long seed, String name) {
    long hash = seed * 0x9E3779B97F4A7C15L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  /** A number from zero up to below the bound. */
  public long below(String stream, long bound) {
    return stream(stream).nextLong(bound);
  }

  /** A number of a range, both ends included. */
  public long between(String stream, long least, long most) {
    return least >= most ? least : stream(stream).nextLong(least, most + 1);
  }

  /** True this often in a thousand. */
  public boolean perMille(String stream, int perMille) {
    return perMille > 0 && stream(stream).nextInt(1000) < perMille;
  }

  /** One of these. */
  public <T> T oneOf(String stream, List<T> choices) {
    return choices.get(stream(stream).nextInt(choices.size()));
  }

  /** A nonce of letters and digits. */
  public String nonce(String stream) {
    return String.format("%012x", stream(stream).nextLong() >>> 16);
  }
}
