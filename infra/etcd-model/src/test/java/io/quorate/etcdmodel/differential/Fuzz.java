package io.quorate.etcdmodel.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Generates sequences from seeds, and replays recorded ones. */
final class Fuzz {
  private static final int MORE_TRIES = 2;
  private static final int OPERATIONS = 7;
  private static final int SEQUENCES = 5;
  private static final Op CALM = new Op(Op.Kind.SETTLE, 0, 0);

  private final Path tools;
  private final Path scratch;
  private final AtomicInteger networks = new AtomicInteger();

  /** What an episode came to, after so many sequences that agreed. */
  record Result(History history, int agreed, OpVerdict last, String text) {}

  /** What an episode does. */
  private interface Course {
    OpVerdict take(Episode episode);
  }

  /**
   * Compares with the etcd of a folder.
   *
   * @param scratch where the disks and logs of those real etcds stay that differed
   */
  Fuzz(Path tools, Path scratch) {
    this.tools = tools;
    this.scratch = scratch;
  }

  private Result episode(long seed, int size, AtomicInteger agreed, Course course) {
    int pid = (int) ProcessHandle.current().pid();
    String network = "127." + (20 + pid % 200) + "." + networks.getAndIncrement() % 250;
    try {
      Files.createDirectories(scratch);
      Path folder = Files.createTempDirectory(scratch, "s" + seed + "-");
      try (Episode episode = new Episode(network, folder, tools, seed)) {
        OpVerdict verdict = episode.begin(size);
        if (verdict instanceof OpVerdict.Same) {
          verdict = course.take(episode);
        }
        if (!(verdict instanceof OpVerdict.Different)) {
          episode.forget();
        }
        History history = new History(seed, size, episode.done());
        return new Result(history, agreed.get(), verdict, episode.transcript());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs some generated sequences on one set of processes. */
  Result run(long seed) {
    Generator generator = new Generator(seed);
    int size = List.of(3, 3, 3, 1, 2).get(new Random(seed).nextInt(5));
    AtomicInteger agreed = new AtomicInteger();
    return episode(
        seed,
        size,
        agreed,
        episode -> {
          OpVerdict verdict = new OpVerdict.Same();
          while (verdict instanceof OpVerdict.Same
              && agreed.get() < SEQUENCES
              && (agreed.get() == 0 || episode.healthy())) {
            verdict = sequence(episode, generator);
            agreed.addAndGet(verdict instanceof OpVerdict.Same ? 1 : 0);
          }
          return verdict;
        });
  }

  private static OpVerdict sequence(Episode episode, Generator generator) {
    List<Op> first = new ArrayList<>(episode.mending());
    first.addAll(generator.opening(episode.model()));
    OpVerdict verdict = new OpVerdict.Same();
    int length = Math.max(OPERATIONS, first.size());
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
    AtomicInteger agreed = new AtomicInteger();
    return episode(
        history.seed(),
        history.size(),
        agreed,
        episode -> {
          for (Op op : history.ops()) {
            OpVerdict verdict = episode.perform(op);
            if (!(verdict instanceof OpVerdict.Same)) {
              return verdict;
            }
          }
          agreed.incrementAndGet();
          return new OpVerdict.Same();
        });
  }

  /** Whether a history that differed does so again, in one of a few more tries. */
  boolean differsAgain(History history) {
    return IntStream.range(0, MORE_TRIES)
        .anyMatch(i -> replay(history).last() instanceof OpVerdict.Different);
  }
}
