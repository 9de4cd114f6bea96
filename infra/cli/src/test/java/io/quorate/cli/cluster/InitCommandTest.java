package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.Run;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.JsonTree;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.spec.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitCommandTest {
  @TempDir private Path folder;
  private final Run run = Run.onEmptyStore();

  private String target() {
    return folder.resolve("cluster.yaml").toString();
  }

  private ClusterSpec written() throws IOException {
    return SpecReader.read(Files.readString(folder.resolve("cluster.yaml"))).orThrow();
  }

  @Test
  void fiveAnswersMakeAFileThatApplyTakes() throws IOException {
    run.input("shop\n5\n\nrequired\n30m\n");

    assertThat(run.quorate("init", "-f", target())).as(run.err()).isZero();

    assertThat(written().name().value()).isEqualTo("shop");
    assertThat(written().size()).isEqualTo(5);
    assertThat(written().tls().clients()).isEqualTo(TlsSettings.Clients.REQUIRED);
    assertThat(run.err().split("]: ", -1)).hasSize(6);
    assertThat(run.out()).contains("quorate apply -f " + target());
    assertThat(run.quorate("apply", "-f", target())).isZero();
  }

  @Test
  void optionsLeaveNoQuestion() throws IOException {
    assertThat(
            run.quorate(
                "init",
                "-f",
                target(),
                "--name",
                "shop",
                "--tls",
                "off",
                "--snapshots",
                "off",
                "-y"))
        .isZero();

    assertThat(run.err()).isEmpty();
    assertThat(written().size()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "--name, 'No Name', name",
    "--size, 4, size",
    "--etcd, 3.50, etcd.version",
    "--tls, maybe, tls.mode",
    "--snapshots, sometimes, snapshots.interval",
    "--name, 'a\nsize: 7', name",
  })
  void whatApplyWouldRefuseIsNotWritten(String option, String value, String field) {
    assertThat(run.quorate("init", "-y", "-f", target(), option, value))
        .isEqualTo(CommandExitCode.BAD_INPUT);

    assertThat(run.err()).contains("nothing was written", field + ":");
    assertThat(folder.resolve("cluster.yaml")).doesNotExist();
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Files.writeString(folder.resolve("cluster.yaml"), "mine");

    assertThat(run.quorate("init", "-y", "-f", target())).isEqualTo(CommandExitCode.USAGE);
    assertThat(folder.resolve("cluster.yaml")).hasContent("mine");
  }

  @Test
  void withoutAnswersNothingIsWritten() {
    assertThat(run.quorate("init", "-f", target())).isEqualTo(CommandExitCode.USAGE);
    assertThat(run.err()).contains("--yes");
    assertThat(folder.resolve("cluster.yaml")).doesNotExist();
  }

  @Test
  void theSchemaIsPrinted() {
    assertThat(run.quorate("init", "--schema")).isZero();
    assertThat(JsonTree.read(run.out(), "schema")).containsKey("properties");
  }
}
