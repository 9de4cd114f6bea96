package io.quorate.simulation.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quick form; {@code infra/tools/etcd-differential} is the long one. */
class EtcdDifferentialTest {
  private static final Path HISTORIES = Path.of("src/test/resources/etcd-histories");
  private static final int LANES = 4;
  private static final long SEEDS = 8;
  private static final int OPS = 3;
  private static final int SEQUENCES_PER_EPISODE = 3;

  @TempDir Path scratch;

  private static Path tools() {
    String set =
        Optional.ofNullable(System.getProperty("QUORATE_ETCD_DIR"))
            .orElse(System.getenv("QUORATE_ETCD_DIR"));
    return Path.of(
        Optional.ofNullable(set)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "QUORATE_ETCD_DIR is not set: get etcd with"
                            + " QUORATE_ETCD_DIR=$(infra/tools/find-etcd --install)")));
  }

  @BeforeAll
  static void etcdIsThere() {
    assertThat(tools().resolve("etcd")).isExecutable();
  }

  /** What once differed, shrunk: each history is done again. */
  @Test
  void whatOnceDifferedIsTheSameNow() throws IOException {
    List<Path> histories;
    try (Stream<Path> files = Files.list(HISTORIES)) {
      histories = files.sorted().toList();
    }
    Fuzz fuzz = new Fuzz(tools(), scratch, line -> {});
    noneDiffers(histories, file -> fuzz.replay(0, Fuzz.History.parse(lines(file))));
  }

  @Test
  void freshSequencesAreTheSame() {
    Fuzz fuzz = new Fuzz(tools(), scratch, line -> {}).ofLength(OPS, SEQUENCES_PER_EPISODE);
    noneDiffers(LongStream.rangeClosed(1, SEEDS).boxed().toList(), seed -> fuzz.run(0, seed));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> void noneDiffers(List<T> all, Function<T, Fuzz.Result> run) {
    try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
      List<CompletableFuture<Fuzz.Result>> results =
          all.stream()
              .map(one -> CompletableFuture.supplyAsync(() -> run.apply(one), lanes))
              .toList();
      for (int i = 0; i < all.size(); i++) {
        Fuzz.Result result = results.get(i).join();
        assertThat(result.last())
            .as("%s:%n%s", all.get(i), result.text())
            .isNotInstanceOf(Episode.Verdict.Different.class);
      }
    }
  }
}
