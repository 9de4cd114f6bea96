package io.quorate.simulation.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Generates sequences from seeds, replays recorded ones, and shrinks what differs. */
final class Fuzz {
  private static final int OPS = 7;
  private static final int SEQUENCES = 5;

  private static final Op CALM = new Op(Op.Kind.SETTLE, 0, 0);

  private final Path tools;
  private final Path scratch;
  private final Consumer<String> say;
  private final int opsOfSequence;
  private final int sequencesOfEpisode;
  private final AtomicInteger networks = new AtomicInteger();

  /** A history that can be replayed: the size at its beginning and the operations. */
  record History(long seed, int size, List<Op> ops) {
    String text() {
      StringBuilder text = new StringBuilder("begin " + size + "\n");
      ops.forEach(op -> text.append(op).append('\n'));
      return text.toString();
    }

    static History parse(List<String> lines) {
      List<String> all = lines.stream().filter(l -> !l.isBlank() && !l.startsWith("#")).toList();
      int size = Integer.parseInt(all.get(0).replace("begin ", ""));
      return new History(1, size, all.subList(1, all.size()).stream().map(Op::parse).toList());
    }
  }

  /** What an episode came to. */
  record Result(History history, int sequences, int undecided, Episode.Verdict last, String text) {}

  Fuzz(Path tools, Path scratch, Consumer<String> say) {
    this(tools, scratch, say, OPS, SEQUENCES);
  }

  private Fuzz(Path tools, Path scratch, Consumer<String> say, int ops, int sequences) {
    this.tools = tools;
    this.scratch = scratch;
    this.say = say;
    this.opsOfSequence = ops;
    this.sequencesOfEpisode = sequences;
  }

  /** The same with sequences of another length, and another number on one set of processes. */
  Fuzz ofLength(int ops, int sequences) {
    return new Fuzz(tools, scratch, say, ops, sequences);
  }

  private Episode episode(int lane, long seed) {
    try {
      Files.createDirectories(scratch);
      Path folder = Files.createTempDirectory(scratch, "lane" + lane + "-");
      return new Episode(network(), folder, tools, seed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String network() {
    int pid = (int) ProcessHandle.current().pid();
    return "127." + (20 + pid % 200) + "." + networks.getAndIncrement() % 250;
  }

  /** Runs some generated sequences on one set of processes. */
  Result run(int lane, long seed) {
    Random random = new Random(seed);
    Generator generator = new Generator(seed);
    int size = List.of(3, 3, 3, 1, 2).get(random.nextInt(5));
    List<Op> done = new ArrayList<>();
    int sequences = 0;
    try (Episode episode = episode(lane, seed)) {
      Episode.Verdict verdict = episode.begin(size);
      while (verdict instanceof Episode.Verdict.Same && sequences < sequencesOfEpisode) {
        List<Op> back = episode.mending();
        for (int i = 0;
            i < opsOfSequence + back.size() && verdict instanceof Episode.Verdict.Same;
            i++) {
          Op op = i < back.size() ? back.get(i) : generator.next(episode.model());
          if (episode.atTheThreshold(op)) {
            done.add(CALM);
            verdict = episode.perform(CALM);
          }
          if (verdict instanceof Episode.Verdict.Same) {
            done.add(op);
            verdict = episode.perform(op);
          }
        }
        if (verdict instanceof Episode.Verdict.Same) {
          sequences++;
          if (!episode.healthy()) {
            break;
          }
        }
      }
      int undecided = verdict instanceof Episode.Verdict.Undecided ? 1 : 0;
      return new Result(
          new History(seed, size, done), sequences, undecided, verdict, episode.transcript());
    }
  }

  /** Does a recorded history again. */
  Result replay(int lane, History history) {
    try (Episode episode = episode(lane, history.seed())) {
      Episode.Verdict verdict = episode.begin(history.size());
      List<Op> done = new ArrayList<>();
      for (Op op : history.ops()) {
        if (!(verdict instanceof Episode.Verdict.Same)) {
          break;
        }
        done.add(op);
        verdict = episode.perform(op);
      }
      return new Result(
          new History(history.seed(), history.size(), done), 1, 0, verdict, episode.transcript());
    }
  }

  /** Drops operations, one by one from the end, for as long as the sides still differ. */
  History shrink(int lane, History differing) {
    History shortest = differing;
    for (int i = differing.ops().size() - 2; i >= 0; i--) {
      List<Op> fewer = new ArrayList<>(shortest.ops());
      if (i < fewer.size()) {
        fewer.remove(i);
        Result result = replay(lane, new History(differing.seed(), differing.size(), fewer));
        if (result.last() instanceof Episode.Verdict.Different) {
          shortest = result.history();
          say.accept("shrunk to " + shortest.ops().size() + " operations");
        }
      }
    }
    return shortest;
  }
}
