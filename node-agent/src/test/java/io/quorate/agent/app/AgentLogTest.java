package io.quorate.agent.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.model.InstanceId;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The log of an agent's process, which ends at once: its settings cannot be used. */
final class AgentLogTest {
  private static final int PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  @Test
  void writesTextByDefault() throws Exception {
    assertThat(linesOf(Map.of("QUORATE_CLUSTER", "demo")))
        .singleElement()
        .asString()
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z ERROR"
                + " setting=QUORATE_DATA_DIR: is not set; .*");
  }

  @Test
  void writesOneJsonObjectALineWithTheClusterWhereAsked() throws Exception {
    List<String> lines = linesOf(Map.of("QUORATE_CLUSTER", "demo", "QUORATE_LOG_FORMAT", "json"));

    assertThat(lines).hasSize(1);
    assertThat(JSON.std.mapFrom(lines.get(0)))
        .containsEntry("level", "ERROR")
        .containsEntry("cluster", "demo")
        .hasEntrySatisfying(
            "formattedMessage",
            message -> assertThat(message.toString()).startsWith("setting=QUORATE_DATA_DIR: "));
  }

  @Test
  void refusesAFormAndALevelThatItDoesNotKnow() throws Exception {
    assertThat(
            linesOf(
                Map.of(
                    "QUORATE_CLUSTER", "demo",
                    "QUORATE_DATA_DIR", folder.toString(),
                    "QUORATE_LOG_FORMAT", "xml",
                    "QUORATE_LOG_LEVEL", "off")))
        .hasSize(2)
        .anyMatch(
            line ->
                line.endsWith(
                    " ERROR setting=QUORATE_LOG_FORMAT: 'xml'; expected text or json; correct it"
                        + " or remove it"))
        .anyMatch(
            line ->
                line.endsWith(
                    " ERROR setting=QUORATE_LOG_LEVEL: 'off'; expected error, warn, info, debug or"
                        + " trace; correct it or remove it"));
  }

  @Test
  void namesTheInstanceAndTheBootOnceTheyAreKnown() {
    LoggerContext log = (LoggerContext) LoggerFactory.getILoggerFactory();

    AgentLog.of(new InstanceIdentity(new InstanceId("i-0abc"), "zone-a", "127.0.0.1", "region"));
    AgentLog.ofBoot(3);

    assertThat(log.getCopyOfPropertyMap())
        .containsEntry("instance", "i-0abc")
        .containsEntry("boot", "3");
  }

  private List<String> linesOf(Map<String, String> settings) throws Exception {
    Path log = folder.resolve("agent.log");
    ProcessBuilder agent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.timezone=UTC",
                "-cp",
                installedClassPath(),
                AgentMain.class.getName())
            .redirectOutput(log.toFile());
    agent.environment().keySet().removeIf(name -> name.startsWith("QUORATE_"));
    agent.environment().putAll(settings);
    Process process = agent.start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(AgentExitCode.BAD_CONFIGURATION.code());
      return read(log);
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> read(Path log) throws IOException {
    return Files.readString(log, UTF_8).lines().toList();
  }

  /** Without the log's file of the tests, which goes before the environment. */
  private static String installedClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Files.exists(Path.of(entry, "logback-test.xml")))
        .collect(joining(File.pathSeparator));
  }
}
