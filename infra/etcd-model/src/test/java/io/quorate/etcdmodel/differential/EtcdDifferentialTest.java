package io.quorate.etcdmodel.differential;

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
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs where it is told how many seeds to compare, as {@code infra/test --everything} does. A
 * difference must show again in one of two more tries: a real etcd that gets no processor may do
 * anything once. The disks and logs of those that differed stay in {@code target/differences}.
 */
@EnabledIfSystemProperty(named = EtcdDifferentialTest.SEEDS, matches = "[1-9][0-9]*")
class EtcdDifferentialTest {
  static final String SEEDS = "quorate.etcd.seeds";
  private static final String FROM = "quorate.etcd.from";
  private static final Path HISTORIES = Path.of("src/test/resources/etcd-histories");
  private static final Path DIFFERENCES = Path.of("target/differences").toAbsolutePath();
  private static final int LANES = 12;

  private static Path tools() {
    Path tools =
        Optional.ofNullable(System.getProperty("QUORATE_ETCD_DIR"))
            .or(() -> Optional.ofNullable(System.getenv("QUORATE_ETCD_DIR")))
            .map(Path::of)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "QUORATE_ETCD_DIR is not set: get etcd with"
                            + " QUORATE_ETCD_DIR=$(infra/tools/find-etcd --install)"));
    assertThat(tools.resolve("etcd")).isExecutable();
    return tools;
  }

  /** Fresh sequences, and what once differed, shrunk: each of those is done again. */
  @Test
  void modelAndRealEtcdDoTheSame() throws IOException {
    Fuzz fuzz = new Fuzz(tools(), DIFFERENCES);
    long from = Long.getLong(FROM, 1);
    Stream<Supplier<Fuzz.Result>> fresh =
        LongStream.range(from, from + Long.getLong(SEEDS))
            .boxed()
            .map(seed -> () -> fuzz.run(seed));
    List<Fuzz.Result> results;
    try (Stream<Path> files = Files.list(HISTORIES);
        ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
      Stream<Supplier<Fuzz.Result>> old =
          files.sorted().map(EtcdDifferentialTest::history).map(h -> () -> fuzz.replay(h));
      List<CompletableFuture<Fuzz.Result>> running =
          Stream.concat(old, fresh).map(one -> CompletableFuture.supplyAsync(one, lanes)).toList();
      results = running.stream().map(CompletableFuture::join).toList();
    }
    results.forEach(EtcdDifferentialTest::say);
    assertThat(results).anySatisfy(r -> assertThat(r.agreed()).isPositive());
    for (Fuzz.Result result : results) {
      assertThat(
              result.last() instanceof OpVerdict.Different && fuzz.differsAgain(result.history()))
          .as("%s%n%s%n%s", result.history().text(), result.text(), result.last())
          .isFalse();
    }
  }

  private static void say(Fuzz.Result result) {
    System.out.printf(
        "seed %d: %d operations, %d sequences agreed, then %s%n",
        result.history().seed(), result.history().ops().size(), result.agreed(), result.last());
  }

  private static History history(Path file) {
    try {
      return History.parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
