package io.quorate.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Gives a reader many damaged inputs, each made from a real one and from a number of its own: the
 * reader reads it, or throws its one named exception, and takes little memory. Two thousand inputs
 * a reader; {@code -Dquorate.fuzz.inputs} sets another number, and {@code -Dquorate.fuzz.from} the
 * first input's.
 */
public final class Fuzz {
  /** What reading one input may allocate, in bytes. */
  public static final long MOST_BYTES = 64L << 20;

  private static final long INPUTS =
      Long.getLong(
          "quorate.fuzz.inputs", Boolean.getBoolean("quorate.everything") ? 1_000_000 : 1000);

  /** Of fewer, chance may refuse all. */
  private static final long ENOUGH = 500;

  private static final long FROM = Long.getLong("quorate.fuzz.from", 1);
  private static final int SHOWN = 2000;

  private Fuzz() {}

  /**
   * Runs it for a reader that is a kind by itself.
   *
   * @param what the reader, in the report
   * @param sample a real input
   * @param damage makes a damaged input of it
   * @param reader reads one; whether it was read, false where it was refused
   * @param <I> an input
   * @throws AssertionError naming the number and the input, where a reader throws or takes too much
   */
  public static <I> void run(
      String what,
      I sample,
      BiFunction<I, SplittableRandom, I> damage,
      Function<I, Boolean> reader) {
    run(what, 1, sample, damage, reader);
  }

  /** Runs it for one of so many readers that share a kind's inputs. */
  public static <I> void run(
      String what,
      int among,
      I sample,
      BiFunction<I, SplittableRandom, I> damage,
      Function<I, Boolean> reader) {
    long inputs = INPUTS / among;
    if (!reader.apply(sample)) {
      throw new AssertionError(what + " refuses the sample itself");
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long read = 0;
    long slowest = 0;
    long most = 0;
    for (long number = FROM; number < FROM + inputs; number++) {
      I input = damage.apply(sample, new SplittableRandom(number));
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long begun = System.nanoTime();
      try {
        if (reader.apply(input)) {
          read++;
        }
      } catch (RuntimeException | Error e) {
        throw new AssertionError(failure(what, number, input) + " throws " + e, e);
      }
      slowest = Math.max(slowest, System.nanoTime() - begun);
      long took = threads.getCurrentThreadAllocatedBytes() - allocated;
      most = Math.max(most, took);
      if (took > MOST_BYTES) {
        throw new AssertionError(
            failure(what, number, input) + " takes " + took + " bytes, expected " + MOST_BYTES);
      }
    }
    if (inputs >= ENOUGH && (read == 0 || read == inputs)) {
      throw new AssertionError(
          "%s: %d of %d inputs were read, expected some, and some refused"
              .formatted(what, read, inputs));
    }
    System.out.printf(
        "fuzz: %s: %d inputs, %d read, %d refused; slowest %.1f ms, most memory %d KiB%n",
        what, inputs, read, inputs - read, slowest / 1e6, most >> 10);
  }

  private static String failure(String what, long number, Object input) {
    String shown = input instanceof byte[] bytes ? DamagedText.shown(bytes) : input.toString();
    return "%s: input %d (-Dquorate.fuzz.from=%d): %s"
        .formatted(what, number, number, shown.substring(0, Math.min(SHOWN, shown.length())));
  }
}
