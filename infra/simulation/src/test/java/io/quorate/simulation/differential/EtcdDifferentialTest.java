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
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The quick form, which runs where a number of sequences is given, as {@code infra/test
 * --everything} does; {@code infra/tools/etcd-differential} is the long one. A difference must show
 * again in one of two more tries: a real etcd that gets no processor may do anything once.
 */
@EnabledIfSystemProperty(named = EtcdDifferentialTest.SEQUENCES, matches = "[1-9][0-9]*")
class EtcdDifferentialTest {
  static final String SEQUENCES = "quorate.etcd.sequences";
  private static final Path HISTORIES = Path.of("src/test/resources/etcd-histories");
  private static final int LANES = 12;
  private static final Fuzz.Lengths SHORT = new Fuzz.Lengths(4, 1);

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

  /** Fresh sequences, and what once differed, shrunk: each of those is done again. */
  @Test
  void modelAndRealEtcdDoTheSame() throws IOException {
    Fuzz fuzz = new Fuzz(tools(), scratch, SHORT, line -> {});
    Stream<Supplier<Fuzz.Result>> fresh =
        LongStream.rangeClosed(1, Long.getLong(SEQUENCES)).boxed().map(seed -> () -> fuzz.run(seed));
    List<Fuzz.Result> results;
    try (Stream<Path> files = Files.list(HISTORIES);
        ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
      Stream<Supplier<Fuzz.Result>> old =
          files.sorted().map(EtcdDifferentialTest::history).map(h -> () -> fuzz.replay(h));
      List<CompletableFuture<Fuzz.Result>> running =
          Stream.concat(old, fresh).map(one -> CompletableFuture.supplyAsync(one, lanes)).toList();
      results = running.stream().map(CompletableFuture::join).toList();
    }
    assertThat(results).anySatisfy(r -> assertThat(r.last()).isEqualTo(new OpVerdict.Same()));
    for (Fuzz.Result result : results) {
      assertThat(
              result.last() instanceof OpVerdict.Different && fuzz.differsAgain(result.history()))
          .as("%s%n%s", result.text(), result.last())
          .isFalse();
    }
  }

  private static History history(Path file) {
    try {
      return History.parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
