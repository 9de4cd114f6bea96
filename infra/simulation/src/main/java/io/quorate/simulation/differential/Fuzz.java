package io.quorate.simulation.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Generates sequences from seeds, replays recorded ones, and shrinks what differs. */
final class Fuzz {
  private static final int MORE_TRIES = 2;
  private static final Op CALM = new Op(Op.Kind.SETTLE, 0, 0);

  private final Path tools;
  private final Path scratch;
  private final Consumer<String> say;
  private final Lengths lengths;
  private final AtomicInteger networks = new AtomicInteger();

  /**
   * How much is done.
   *
   * @param ops operations of a sequence, at least
   * @param sequences sequences on one set of processes, at most
   */
  record Lengths(int ops, int sequences) {
    static final Lengths LONG = new Lengths(7, 5);
  }

  /**
   * What an episode came to.
   *
   * @param agreed the sequences that agreed
   * @param logs by name, what the real etcds logged, where the sides differ
   */
  record Result(
      History history,
      List<List<DoneOp>> agreed,
      OpVerdict last,
      String text,
      Map<String, String> logs) {}

  private static Result result(
      Episode episode, long seed, int size, List<List<DoneOp>> agreed, OpVerdict last) {
    return new Result(
        new History(seed, size, episode.done()),
        agreed,
        last,
        episode.transcript(),
        last instanceof OpVerdict.Different ? episode.logs() : Map.of());
  }

  Fuzz(Path tools, Path scratch, Lengths lengths, Consumer<String> say) {
    this.tools = tools;
    this.scratch = scratch;
    this.say = say;
    this.lengths = lengths;
  }

  private Episode episode(long seed) {
    try {
      Files.createDirectories(scratch);
      return new Episode(
          network(), Files.createTempDirectory(scratch, "s" + seed + "-"), tools, seed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String network() {
    int pid = (int) ProcessHandle.current().pid();
    return "127." + (20 + pid % 200) + "." + networks.getAndIncrement() % 250;
  }

  /** Runs some generated sequences on one set of processes. */
  Result run(long seed) {
    Generator generator = new Generator(seed);
    int size = List.of(3, 3, 3, 1, 2).get(new Random(seed).nextInt(5));
    List<List<DoneOp>> agreed = new ArrayList<>();
    try (Episode episode = episode(seed)) {
      OpVerdict verdict = episode.begin(size);
      while (verdict instanceof OpVerdict.Same
          && agreed.size() < lengths.sequences()
          && (agreed.isEmpty() || episode.healthy())) {
        int from = episode.steps().size();
        verdict = sequence(episode, generator);
        if (verdict instanceof OpVerdict.Same) {
          agreed.add(List.copyOf(episode.steps().subList(from, episode.steps().size())));
        }
      }
      return result(episode, seed, size, agreed, verdict);
    }
  }

  private OpVerdict sequence(Episode episode, Generator generator) {
    List<Op> first = new ArrayList<>(episode.mending());
    first.addAll(generator.opening(episode.model()));
    OpVerdict verdict = new OpVerdict.Same();
    int length = Math.max(lengths.ops(), first.size());
    for (int i = 0; i < length && verdict instanceof OpVerdict.Same; i++) {
      Op op =
          i < first.size()
              ? Recipes.asked(episode.model(), first.get(i))
              : generator.next(episode.model());
      if (episode.atTheThreshold(op)) {
        verdict = episode.perform(CALM);
      }
      if (verdict instanceof OpVerdict.Same) {
        verdict = episode.perform(op);
      }
    }
    return verdict;
  }

  /** Does a recorded history again. */
  Result replay(History history) {
    try (Episode episode = episode(history.seed())) {
      OpVerdict verdict = episode.begin(history.size());
      for (Op op : history.ops()) {
        if (verdict instanceof OpVerdict.Same) {
          verdict = episode.perform(op);
        }
      }
      List<List<DoneOp>> agreed = List.of(episode.steps());
      return result(episode, history.seed(), history.size(), agreed, verdict);
    }
  }

  /** Whether a history that differed does so again, in one of a few more tries. */
  boolean differsAgain(History history) {
    return IntStream.range(0, MORE_TRIES)
        .anyMatch(i -> replay(history).last() instanceof OpVerdict.Different);
  }

  /** Drops operations, one by one from the end, for as long as the sides still differ. */
  History shrink(History differing) {
    History shortest = differing;
    for (int i = differing.ops().size() - 2; i >= 0; i--) {
      List<Op> fewer = new ArrayList<>(shortest.ops());
      if (i < fewer.size()) {
        fewer.remove(i);
        Result result = replay(new History(differing.seed(), differing.size(), fewer));
        if (result.last() instanceof OpVerdict.Different) {
          shortest = result.history();
          say.accept("shrunk to " + shortest.ops().size() + " operations");
        }
      }
    }
    return shortest;
  }
}
