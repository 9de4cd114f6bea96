package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The systemd unit as it is installed. */
final class UnitTest {
  private static final Path INSTALL = Path.of("../infra/packaging/systemd/install-unit");
  private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"/data/etcd-1", "\"/data/etcd-1\"", "'/data/etcd-1'", "/data/etcd-1  "})
  void waitsForTheMountOfTheFolderThatIsSet(String setting) throws Exception {
    assertThat(install(setting).exit()).isZero();
    assertThat(Files.readAllLines(unit()))
        .contains("RequiresMountsFor=/data/etcd-1")
        .noneMatch(line -> line.contains("@"));
  }

  @Test
  void startsNoAgentOnAFolderWhoseMountItDoesNotWaitFor() throws Exception {
    install("/data/etcd-1");
    assertThat(check("/data/etcd-1").exit()).isZero();
    Ran refused = check("/data/etcd-2");
    assertThat(refused.exit()).isEqualTo(64);
    assertThat(refused.said()).contains("/data/etcd-1", "/data/etcd-2", "install-unit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "data", "/data/with space", "/data/%i", "/data|x"})
  void aFolderThatCannotBeNamedInAUnitIsRefused(String setting) throws Exception {
    Ran refused = install(setting);
    assertThat(refused.exit()).isEqualTo(64);
    assertThat(refused.said()).contains("QUORATE_DATA_DIR", "expected");
    assertThat(unit()).doesNotExist();
  }

  @Test
  void systemdUnderstandsIt() throws Exception {
    assumeTrue(Files.isExecutable(ANALYZE), "systemd is not here");
    install("/data/etcd-1");
    String text = Files.readString(unit());
    Files.writeString(unit(), text.replace("/opt/quorate/agent/quorate-agent", "/bin/true"));
    Ran verified = run(List.of(ANALYZE.toString(), "verify", "--man=no", unit().toString()));
    assertThat(verified.said()).doesNotContain("quorate-agent.service:");
    assertThat(verified.exit()).isZero();
  }

  /** Systemd's own judgement: 0 is locked up, 100 is root with all rights. */
  @Test
  void itExposesLittle() throws Exception {
    assumeTrue(Files.isExecutable(ANALYZE), "systemd is not here");
    install("/data/etcd-1");
    Ran judged =
        run(
            List.of(
                ANALYZE.toString(),
                "security",
                "--offline=true",
                "--threshold=40",
                unit().toString()));
    assumeTrue(!judged.said().contains("unrecognized option"), "systemd here is older than 250");
    assertThat(judged.exit()).as(judged.said()).isZero();
  }

  /** The folder that is written is the one that is set, wherever other folders are locked. */
  @Test
  void onlyTheDataFolderIsWritable() throws Exception {
    install("/data/etcd-1");
    assertThat(Files.readAllLines(unit()))
        .contains("ReadWritePaths=/data/etcd-1", "ProtectSystem=full", "NoNewPrivileges=true");
  }

  private Ran install(String setting) throws IOException, InterruptedException {
    Path settings = folder.resolve("agent.env");
    Files.writeString(settings, "QUORATE_CLUSTER=orders\nQUORATE_DATA_DIR=" + setting + "\n");
    return run(List.of(INSTALL.toString(), settings.toString(), folder.toString()));
  }

  /**
   * Runs the unit's own check as systemd would: the setting put in, and a doubled dollar halved.
   */
  private Ran check(String setting) throws IOException, InterruptedException {
    String line =
        Files.readAllLines(unit()).stream()
            .filter(l -> l.startsWith("ExecStartPre="))
            .findFirst()
            .orElseThrow();
    String command =
        line.substring("ExecStartPre=".length())
            .replace("${QUORATE_DATA_DIR}", setting)
            .replace("$$", "$");
    return run(List.of("sh", "-c", command));
  }

  private Path unit() {
    return folder.resolve("quorate-agent.service");
  }

  private record Ran(int exit, String said) {}

  private static Ran run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), said);
  }
}
