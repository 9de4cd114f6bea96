package io.quorate.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.SpecReader;
import io.quorate.spec.TlsSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code --tls} takes, and what it makes of a spec. */
class TlsOptionTest {
  private record Said(int code, String error) {}

  private static List<String> arguments(String line) {
    List<String> arguments = new ArrayList<>(List.of("--root", ".", "--etcd", "."));
    arguments.addAll(List.of(line.split(" ", -1)));
    return arguments;
  }

  private static Tls parsed(String line) {
    Benchmark benchmark = new Benchmark();
    new CommandLine(benchmark).parseArgs(arguments(line).toArray(String[]::new));
    return benchmark.common().tls();
  }

  /** Only of lines that are refused before anything is measured. */
  private static Said said(String line) {
    ByteArrayOutputStream error = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(error, true, UTF_8));
    try {
      int code = Benchmark.commandLine().execute(arguments(line).toArray(String[]::new));
      return new Said(code, error.toString(UTF_8));
    } finally {
      System.setErr(before);
    }
  }

  @Test
  void connectionsArePlainUnlessToldOtherwise() {
    assertThat(parsed("--runs 1")).isEqualTo(Tls.off);
    assertThat(parsed("--tls managed")).isEqualTo(Tls.managed);
    assertThat(parsed("resize --tls managed")).isEqualTo(Tls.managed);
    assertThat(parsed("--tls managed resize")).isEqualTo(Tls.managed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--tls files", "--tls on", "resize --tls true"})
  void anotherModeIsRefusedWithThoseThatThereAre(String line) {
    Said said = said(line);
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.error()).contains("--tls", "off", "managed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"snapshot", "recovery"})
  void whatMeasuresPlainConnectionsAloneRefusesIt(String name) {
    Said said = said(name + " --tls managed");
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.error()).contains("--tls managed is not measured with '" + name + "'");
  }

  @Test
  void theSpecIsThatOfTheQuickStart() {
    String spec = "name: bench\netcd:\n  version: 3.5\n";
    TlsSettings secure = SpecReader.read(spec + Tls.managed.section()).orThrow().tls();
    assertThat(secure.managed()).isTrue();
    assertThat(secure.asksClients()).isTrue();
    assertThat(SpecReader.read(spec + Tls.off.section()).orThrow().tls())
        .isEqualTo(TlsSettings.OFF);
  }
}
