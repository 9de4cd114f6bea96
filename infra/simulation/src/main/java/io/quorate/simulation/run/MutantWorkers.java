package io.quorate.simulation.run;

import io.quorate.simulation.mutant.Redefinition;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Hunts for planted bugs on all cores, in processes that stay from one bug to the next: most of
 * what a fresh one would do is to warm up.
 */
final class MutantWorkers {
  private static final String FOUND = "found: ";
  private static final int LONGEST = 600;

  /** Before so many scenarios have run, C2 takes longer than it saves. */
  private static final int FEW = 50;

  private final Map<MutantSearch, CompletableFuture<String>> answers = new LinkedHashMap<>();
  private final Queue<Asked> waiting = new ConcurrentLinkedQueue<>();

  private record Asked(MutantSearch search, CompletableFuture<String> answer) {}

  private MutantWorkers(List<MutantSearch> searches) {
    for (MutantSearch search : searches) {
      Asked asked = new Asked(search, new CompletableFuture<>());
      answers.put(search, asked.answer());
      waiting.add(asked);
    }
  }

  /** Starts so many; they end when all is answered, or this process is. */
  static MutantWorkers start(int processes, List<MutantSearch> searches) throws IOException {
    MutantWorkers workers = new MutantWorkers(searches);
    Path folder = Files.createTempDirectory("hunt");
    List<String> options = new ArrayList<>(Redefinition.options(folder));
    if (searches.stream().allMatch(search -> search.scenario().isPresent())
        && searches.size() < FEW * processes) {
      options.add("-XX:TieredStopAtLevel=1");
    }
    for (int core = 0; core < processes; core++) {
      Process process =
          new ProcessBuilder(Workers.command(1, options, List.of("--mutant-worker")))
              .redirectErrorStream(true)
              .start();
      Thread.ofPlatform().daemon().name("hunt-" + core).start(() -> workers.lead(process));
    }
    return workers;
  }

  /** Waits for how a bug is found; empty when it is not. */
  String found(MutantSearch search) {
    CompletableFuture<String> answer = answers.get(search);
    if (answer == null) {
      throw new IllegalArgumentException(search + " was not asked for at the start");
    }
    return answer.join();
  }

  private void lead(Process process) {
    try (BufferedWriter to = process.outputWriter(StandardCharsets.UTF_8);
        BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
      for (Asked next = waiting.poll(); next != null; next = waiting.poll()) {
        to.write(next.search().line() + "\n");
        to.flush();
        next.answer().complete(answer(next.search(), from));
      }
    } catch (IOException | RuntimeException e) {
      answers.values().forEach(answer -> answer.completeExceptionally(e));
    }
  }

  private static String answer(MutantSearch search, BufferedReader from) throws IOException {
    List<String> said = new ArrayList<>();
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      if (line.startsWith(FOUND)) {
        return line.substring(FOUND.length());
      }
      said.add(line);
    }
    throw new IOException("a worker ended in " + search.line() + ": " + String.join("\n", said));
  }

  /** What such a process does: a search for each line that it reads. */
  static void work(PrintStream out) throws IOException {
    BufferedReader asked =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = asked.readLine(); line != null; line = asked.readLine()) {
      String found = MutantSearch.parse(line).run().replaceAll("\\s+", " ");
      out.println(FOUND + found.substring(0, Math.min(LONGEST, found.length())));
    }
  }
}
