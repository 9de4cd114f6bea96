package io.quorate.simulation.differential;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares the etcd model with real etcd.
 *
 * <p>{@code --sequences N [--seed S] [--lanes L] [--minutes M] [--shrink] [--out FOLDER]} or {@code
 * --replay FILE}. Exit code 1 when something differed.
 */
public final class EtcdDifferential {
  private final Fuzz fuzz;
  private final Optional<Path> out;
  private final boolean shrink;
  private final AtomicInteger sequences = new AtomicInteger();
  private final AtomicInteger undecided = new AtomicInteger();
  private final AtomicInteger different = new AtomicInteger();
  private final AtomicInteger ops = new AtomicInteger();
  private final long begun = System.nanoTime();

  private EtcdDifferential(Fuzz fuzz, Optional<Path> out, boolean shrink) {
    this.fuzz = fuzz;
    this.out = out;
    this.shrink = shrink;
  }

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    List<String> given = List.of(args);
    Path tools =
        Path.of(
            Optional.ofNullable(System.getenv("QUORATE_ETCD_DIR"))
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "QUORATE_ETCD_DIR is not set: expected etcd's folder, see"
                                + " infra/tools/find-etcd")));
    Path scratch = Files.createTempDirectory("etcd-differential");
    Fuzz fuzz = new Fuzz(tools, scratch, EtcdDifferential::say);
    int code;
    try {
      Optional<String> replay = option(given, "--replay");
      code =
          replay.isPresent()
              ? replay(fuzz, Path.of(replay.get()))
              : new EtcdDifferential(
                      fuzz, option(given, "--out").map(Path::of), given.contains("--shrink"))
                  .run(given);
    } finally {
      RealSide.delete(scratch);
    }
    System.exit(code);
  }

  private static Optional<String> option(List<String> given, String name) {
    int at = given.indexOf(name);
    return at < 0 || at + 1 >= given.size() ? Optional.empty() : Optional.of(given.get(at + 1));
  }

  private static int number(List<String> given, String name, int otherwise) {
    return option(given, name).map(Integer::parseInt).orElse(otherwise);
  }

  private static int replay(Fuzz fuzz, Path file) throws Exception {
    Fuzz.Result result = fuzz.replay(0, Fuzz.History.parse(Files.readAllLines(file)));
    say(result.text() + "\n" + result.last());
    return result.last() instanceof Episode.Verdict.Different ? 1 : 0;
  }

  private int run(List<String> given) throws InterruptedException {
    int wanted = number(given, "--sequences", 20);
    int lanes = number(given, "--lanes", 4);
    long until =
        System.nanoTime() + TimeUnit.MINUTES.toNanos(number(given, "--minutes", 1_000_000));
    AtomicLong seeds = new AtomicLong(number(given, "--seed", 1));
    try (ExecutorService pool = Executors.newFixedThreadPool(lanes)) {
      List<Integer> numbers = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        numbers.add(lane);
      }
      numbers.forEach(
          lane ->
              pool.execute(
                  () -> {
                    while (sequences.get() + undecided.get() < wanted
                        && System.nanoTime() < until) {
                      one(lane, seeds.getAndIncrement());
                    }
                  }));
    }
    say("done: " + figures() + ", seeds up to " + (seeds.get() - 1));
    return different.get() == 0 ? 0 : 1;
  }

  private String figures() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    return "sequences=%d undecided=%d different=%d operations=%d seconds=%d"
        .formatted(sequences.get(), undecided.get(), different.get(), ops.get(), seconds);
  }

  private void one(int lane, long seed) {
    try {
      Fuzz.Result result = fuzz.run(lane, seed);
      sequences.addAndGet(result.sequences());
      undecided.addAndGet(result.undecided());
      ops.addAndGet(result.history().ops().size());
      if (result.last() instanceof Episode.Verdict.Different) {
        different.incrementAndGet();
        differs(lane, result);
      }
      String why =
          result.last() instanceof Episode.Verdict.Undecided u ? " undecided: " + u.why() : "";
      say("seed " + seed + ": " + result.sequences() + " sequences" + why + "; " + figures());
    } catch (RuntimeException e) {
      say("seed " + seed + " ended with " + e);
      e.printStackTrace();
    }
  }

  private void differs(int lane, Fuzz.Result result) {
    say("seed " + result.history().seed() + " differs\n" + result.text() + "\n" + result.last());
    Fuzz.History history = shrink ? fuzz.shrink(lane, result.history()) : result.history();
    out.ifPresent(
        folder -> {
          try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("seed-" + history.seed() + ".txt"), history.text());
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
