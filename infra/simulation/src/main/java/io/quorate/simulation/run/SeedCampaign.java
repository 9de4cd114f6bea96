package io.quorate.simulation.run;

import io.quorate.simulation.faults.Profile;
import io.quorate.simulation.faults.Swarm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Fresh seeds, on all cores, in one process, which compiles what they share once. A run goes on one
 * core at a time: its strands hand each other the baton.
 *
 * @param from the first seed
 * @param seeds how many
 * @param millis for how long at most
 * @param cover whether what no run reached counts as a failure; some rules are rare, so that a hunt
 *     by time goes on until all is reached, three times as long at most
 * @param profile the one whose seeds are run; all where none is given
 */
record SeedCampaign(long from, long seeds, long millis, boolean cover, Optional<Profile> profile) {
  private static final int BROKEN_MAX = 20;
  private static final int MOST_TIMES = 3;

  private static final int TERMINATED = 143;
  private static final long TELL_NANOS = 5_000_000_000L;
  private static final long LOOK_MILLIS = 500;

  /** Runs the seeds, so many at once, and prints as it goes what came of them. */
  boolean work(int lanes, PrintStream out) throws InterruptedException {
    List<Callable<Boolean>> all = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      int first = lane;
      all.add(() -> lane(first, lanes, out));
    }
    boolean well = true;
    try (ExecutorService threads = Executors.newFixedThreadPool(lanes)) {
      for (Future<Boolean> lane : threads.invokeAll(all)) {
        well &= lane.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run failed", e);
    }
    return well;
  }

  /** Runs every so manieth seed. */
  private boolean lane(int first, int every, PrintStream out) {
    long began = System.nanoTime();
    long told = began;
    long broken = 0;
    Report report = new Report();
    for (long i = first; i < seeds && broken < BROKEN_MAX; i += every) {
      long seed = from + i;
      if (profile.filter(only -> only != Profile.of(seed)).isPresent()) {
        continue;
      }
      long now = System.nanoTime();
      if ((now - began) / 1_000_000 >= millis) {
        break;
      }
      if (now - told >= TELL_NANOS) {
        report.lines().forEach(out::println);
        report = new Report();
        told = now;
      }
      Result result = Simulation.run(Swarm.draw(seed), false);
      report.add(result);
      broken += result.broken().isPresent() ? 1 : 0;
      result
          .broken()
          .ifPresent(b -> out.println("broken " + result.scenario().seed() + " " + oneLine(b)));
    }
    report.lines().forEach(out::println);
    return broken == 0;
  }

  private static String oneLine(Broken broken) {
    String words = broken.toString().replaceAll("\\s+", " ");
    return words.substring(0, Math.min(400, words.length()));
  }

  /** Runs seeds on all cores, and prints the sum. */
  boolean lead(PrintStream out) throws IOException, InterruptedException {
    Report all = new Report();
    int cores = Workers.cores();
    CountDownLatch running = new CountDownLatch(1);
    Process worker =
        new ProcessBuilder(Workers.command(cores, List.of(), arguments(cores)))
            .redirectErrorStream(true)
            .start();
    Thread.ofPlatform().start(() -> read(worker, all, out, running));
    boolean stopped = awaitOrStop(running, worker, all, out);
    int exit = worker.waitFor();
    running.await();
    all.people().forEach(out::println);
    return (exit == 0 || (stopped && exit == TERMINATED))
        && all.broken() == 0
        && (!cover || all.unreached().isEmpty());
  }

  /** Waits for the worker, or until it need not go on; whether it has stopped it. */
  private boolean awaitOrStop(CountDownLatch running, Process worker, Report all, PrintStream out)
      throws InterruptedException {
    if (!goesOn() || running.await(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    List<String> unreached = all.unreached();
    if (!unreached.isEmpty()) {
      out.println("going on with fresh seeds, for nothing reached " + unreached);
    }
    while (!unreached.isEmpty() && !running.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      unreached = all.unreached();
    }
    worker.toHandle().destroy();
    return true;
  }

  private boolean goesOn() {
    return cover && seeds == Long.MAX_VALUE;
  }

  private List<String> arguments(int lanes) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--worker", "--lanes", Integer.toString(lanes)));
    arguments.addAll(List.of("--from", Long.toString(from), "--seeds", Long.toString(seeds)));
    profile.ifPresent(only -> arguments.addAll(List.of("--profile", only.name())));
    if (millis != Long.MAX_VALUE) {
      long minutes = Math.max(1, millis / 60_000) * (goesOn() ? MOST_TIMES : 1);
      arguments.addAll(List.of("--minutes", Long.toString(minutes)));
    }
    return arguments;
  }

  private static void read(Process worker, Report all, PrintStream out, CountDownLatch running) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!all.take(line)) {
          out.println(line);
        }
      }
    } catch (IOException e) {
      out.println("a worker's output ended early: " + e);
    } finally {
      running.countDown();
    }
  }
}
