package io.quorate.simulation.run;

import io.quorate.simulation.faults.Swarm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Fresh seeds, on all cores: one process each, for a run wants one thread to carry all its strands.
 *
 * @param from the first seed
 * @param seeds how many
 * @param millis for how long at most
 * @param cover whether what no run reached counts as a failure
 */
record Hunt(long from, long seeds, long millis, boolean cover) {
  private static final int BROKEN_MAX = 20;

  /** Runs every so manieth seed, and prints what came of each. */
  boolean work(int every, PrintStream out) {
    long began = System.nanoTime();
    Report report = new Report();
    for (long i = 0; i < seeds && report.broken() < BROKEN_MAX; i += every) {
      long passed = (System.nanoTime() - began) / 1_000_000;
      if (passed >= millis) {
        break;
      }
      Result result = Simulation.run(Swarm.draw(from + i), false);
      report.add(result);
      result
          .broken()
          .ifPresent(
              broken -> out.println("broken " + result.scenario().seed() + " " + oneLine(broken)));
    }
    report.lines().forEach(out::println);
    return report.broken() == 0;
  }

  private static String oneLine(Broken broken) {
    String words = broken.toString().replaceAll("\\s+", " ");
    return words.substring(0, Math.min(400, words.length()));
  }

  /** Starts a worker on each core and adds up. */
  boolean lead(PrintStream out) throws IOException, InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Process> workers = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    Report all = new Report();
    for (int core = 0; core < cores; core++) {
      Process worker = new ProcessBuilder(command(core, cores)).redirectErrorStream(true).start();
      workers.add(worker);
      readers.add(Thread.ofPlatform().start(() -> read(worker, all, out)));
    }
    for (Thread reader : readers) {
      reader.join();
    }
    boolean well = true;
    for (Process worker : workers) {
      well &= worker.waitFor() == 0;
    }
    all.people().forEach(out::println);
    return well && (!cover || all.unreached().isEmpty());
  }

  private List<String> command(int core, int cores) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx1g");
    command.add("-Djdk.virtualThreadScheduler.parallelism=1");
    command.add("-Djdk.virtualThreadScheduler.maxPoolSize=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Simulate.class.getName());
    command.addAll(List.of("--worker", "--every", Integer.toString(cores)));
    command.addAll(List.of("--from", Long.toString(from + core)));
    command.addAll(
        List.of("--seeds", Long.toString(seeds == Long.MAX_VALUE ? seeds : seeds - core)));
    if (millis != Long.MAX_VALUE) {
      command.addAll(List.of("--minutes", Long.toString(Math.max(1, millis / 60_000))));
    }
    return command;
  }

  private static void read(Process worker, Report all, PrintStream out) {
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
    }
  }
}
