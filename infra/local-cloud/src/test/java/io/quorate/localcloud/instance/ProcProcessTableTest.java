package io.quorate.localcloud.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marks of processes, read from /proc while the processes change. */
class ProcProcessTableTest {
  @TempDir Path home;

  @Test
  void findsAProcessWhileItReplacesItsProgram() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/environ")), "this system has no /proc");
    Path again = home.resolve("again");
    Files.writeString(again, "exec sh " + again + "\n");
    ProcessBuilder endless = new ProcessBuilder("sh", again.toString());
    MarkVariables.put(endless.environment(), home, "i-1");
    Process process = endless.start();
    try {
      var table = new ProcProcessTable();
      for (int scan = 0; scan < 300; scan++) {
        assertThat(table.ofHome(home))
            .as("scan %d", scan)
            .extracting(MarkedProcess::pid)
            .containsExactly(process.pid());
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(new ProcProcessTable().ofHome(home)).isEmpty();
  }
}
