package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell's own cases, so that one command runs every test there is. */
class ToolScriptsTest {
  private static final int PATIENCE_MINUTES = 15;

  @TempDir Path folder;

  @Test
  void everyCaseOfTheToolScriptsPasses() throws Exception {
    Path out = folder.resolve("out");
    Path script = ArtifactUnderTest.root().resolve("infra/tools/tests/run");
    Process cases =
        new ProcessBuilder(script.toString())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(cases.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(cases.exitValue()).as(Files.readString(out)).isZero();
  }
}
