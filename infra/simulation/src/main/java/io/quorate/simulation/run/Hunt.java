package io.quorate.simulation.run;

import com.sun.management.OperatingSystemMXBean;
import io.quorate.simulation.faults.Swarm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Fresh seeds, on all cores: one process each, for a run wants one thread to carry all its strands.
 *
 * @param from the first seed
 * @param seeds how many
 * @param millis for how long at most
 * @param cover whether what no run reached counts as a failure; some rules are rare, so that a hunt
 *     by time goes on for them, three times as long at most
 */
record Hunt(long from, long seeds, long millis, boolean cover) {
  private static final int BROKEN_MAX = 20;
  private static final int ROUNDS = 3;
  private static final long SEEDS_OF_A_ROUND = 1_000_000;
  private static final long AMPLE_BYTES = 4L << 30;

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

  /** Runs seeds on all cores, and prints the sum. */
  boolean lead(PrintStream out) throws IOException, InterruptedException {
    Report all = new Report();
    boolean well = round(all, out);
    Hunt next = this;
    for (int round = 1; round < ROUNDS && well && goesOn(all); round++) {
      out.println("going on with fresh seeds, for nothing reached " + all.unreached());
      next = new Hunt(next.from + SEEDS_OF_A_ROUND, seeds, millis, cover);
      well = next.round(all, out);
    }
    all.people().forEach(out::println);
    return well && (!cover || all.unreached().isEmpty());
  }

  private boolean goesOn(Report all) {
    return cover && seeds == Long.MAX_VALUE && !all.unreached().isEmpty();
  }

  /** Starts a worker on each core and adds up. */
  private boolean round(Report all, PrintStream out) throws IOException, InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Process> workers = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
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
    return well;
  }

  private List<String> command(int core, int cores) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-XX:+UseSerialGC");
    command.addAll(memory(cores));
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

  /** Runs make garbage fast and keep little: with a large young generation twice as many run. */
  private static List<String> memory(int cores) {
    boolean ample =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
            && machine.getTotalMemorySize() / cores >= AMPLE_BYTES;
    return ample ? List.of("-Xms1800m", "-Xmx2g", "-Xmn1500m") : List.of("-Xmx1g");
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
