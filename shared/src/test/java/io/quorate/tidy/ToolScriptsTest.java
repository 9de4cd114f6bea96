package io.quorate.tidy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the tests of infra/tools, which are written in bash as the tools are. */
@Execution(ExecutionMode.CONCURRENT)
class ToolScriptsTest {
  private static final long LONGEST_MINUTES = 10;

  @TempDir private Path temp;

  @Test
  void everyCaseHolds() throws IOException, InterruptedException {
    assumeTrue(onPath("bash"), "no bash on PATH: the tool scripts cannot run here");
    Path output = temp.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("bash", Repository.root().resolve("infra/tools/tests/run").toString());
    builder.environment().put("TMPDIR", temp.toString());
    Process run = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    boolean ended = run.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
    String said = Files.readString(output, UTF_8);
    assertThat(ended).as("ended within %s minutes:%n%s", LONGEST_MINUTES, said).isTrue();
    assertThat(said).as("repeat it by infra/tools/tests/run").doesNotContain("not ok ");
    assertThat(run.exitValue()).as(said).isZero();
  }

  private static boolean onPath(String command) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }
}
