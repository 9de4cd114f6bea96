package io.quorate.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** An option has one value, wherever on the line it is given. */
class CommonOptionsTest {
  private static CommonOptions parsed(String line) {
    List<String> arguments = new ArrayList<>(List.of("--root", ".", "--etcd", "."));
    arguments.addAll(List.of(line.split(" ", -1)));
    Benchmark benchmark = new Benchmark();
    new CommandLine(benchmark).parseArgs(arguments.toArray(String[]::new));
    return benchmark.common();
  }

  @ParameterizedTest
  @ValueSource(strings = {"snapshot", "recovery", "resize"})
  void beforeTheNameOfWhatIsMeasuredAndAfterIt(String name) {
    for (String line :
        List.of(
            "--runs 7 --output json --address-block 33 " + name,
            name + " --runs 7 --output json --address-block 33",
            "--runs 7 " + name + " --output json --address-block 33")) {
      CommonOptions options = parsed(line);
      assertThat(options.runs(5)).as(line).isEqualTo(7);
      assertThat(options.json()).as(line).isTrue();
      assertThat(options.block(160)).as(line).isEqualTo(33);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"snapshot", "recovery", "resize"})
  void eachHasDefaultsOfItsOwn(String name) {
    assertThat(parsed(name).runs(3)).isEqualTo(3);
    assertThat(parsed(name).block(210)).isEqualTo(210);
    assertThat(parsed(name).json()).isFalse();
  }
}
