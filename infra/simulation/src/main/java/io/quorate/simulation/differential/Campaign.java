package io.quorate.simulation.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Many seeds, on clusters side by side, and what they came to. */
final class Campaign {
  private final Fuzz fuzz;
  private final Optional<Path> out;
  private final boolean shrink;
  private final Consumer<String> say;
  private final SequenceCoverage coverage = new SequenceCoverage();
  private final AtomicInteger different = new AtomicInteger();
  private final AtomicInteger once = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final long begun = System.nanoTime();

  /**
   * A campaign.
   *
   * @param out where histories that differ are kept, with the logs of real etcd
   */
  Campaign(Fuzz fuzz, Optional<Path> out, boolean shrink, Consumer<String> say) {
    this.fuzz = fuzz;
    this.out = out;
    this.shrink = shrink;
    this.say = say;
  }

  /** Goes on until so many sequences agreed, or the time is over; whether nothing differed. */
  boolean run(long seed, int sequences, int lanes, long nanos) {
    AtomicLong seeds = new AtomicLong(seed);
    try (ExecutorService pool = Executors.newFixedThreadPool(lanes)) {
      for (int lane = 0; lane < lanes; lane++) {
        pool.execute(
            () -> {
              while (coverage.sequences() < sequences && System.nanoTime() - begun < nanos) {
                one(seeds.getAndIncrement());
              }
            });
      }
    }
    say.accept(coverage.text());
    say.accept("done: " + figures() + " seeds=" + seed + ".." + (seeds.get() - 1));
    return different.get() == 0 && failed.get() == 0;
  }

  private String figures() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    return "sequences=%d operations=%d different=%d once=%d failed=%d seconds=%d"
        .formatted(
            coverage.sequences(),
            coverage.operations(),
            different.get(),
            once.get(),
            failed.get(),
            seconds);
  }

  private void one(long seed) {
    try {
      Fuzz.Result result = fuzz.run(seed);
      result.agreed().forEach(coverage::agreed);
      String end =
          switch (result.last()) {
            case OpVerdict.Same same -> "";
            case OpVerdict.Undecided undecided -> {
              coverage.undecided(undecided.why());
              yield " undecided: " + undecided.why();
            }
            case OpVerdict.Different it -> {
              differs(result);
              yield " different";
            }
          };
      say.accept("seed " + seed + ": agreed=" + result.agreed().size() + end + "; " + figures());
    } catch (RuntimeException e) {
      failed.incrementAndGet();
      say.accept("seed " + seed + " failed with " + e);
      e.printStackTrace();
    }
  }

  /**
   * A difference counts when it shows again. One that does not is kept and said all the same: real
   * etcd without a processor for a while, or something rare.
   */
  private void differs(Fuzz.Result result) {
    long seed = result.history().seed();
    say.accept("seed " + seed + " differs\n" + result.text() + "\n" + result.last());
    boolean again = fuzz.differsAgain(result.history());
    say.accept(
        "seed " + seed + " differs " + (again ? "again" : "once, and not again in two tries"));
    (again ? different : once).incrementAndGet();
    History history = shrink && again ? fuzz.shrink(result.history()) : result.history();
    out.ifPresent(
        folder -> keep(folder.resolve((again ? "seed-" : "once-") + seed), history, result));
  }

  private static void keep(Path folder, History history, Fuzz.Result result) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("history.txt"), history.text());
      Files.writeString(folder.resolve("transcript.txt"), result.text() + "\n" + result.last());
      for (Map.Entry<String, String> log : result.logs().entrySet()) {
        Files.writeString(folder.resolve(log.getKey()), log.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
