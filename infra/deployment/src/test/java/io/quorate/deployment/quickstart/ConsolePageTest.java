package io.quorate.deployment.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console beside a quick start, by scripts in the place of the command. */
@Timeout(30)
class ConsolePageTest {
  @TempDir private Path home;

  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final List<String> troubles = new ArrayList<>();

  private ConsolePage started(String script) throws IOException {
    Path command = home.resolve("quorate");
    Files.writeString(command, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    return ConsolePage.start(command, "demo", Map.of("PLACE", "here"), home);
  }

  @Test
  void showsTheUrlThatTheCommandPrints() throws Exception {
    try (ConsolePage page =
        started("echo '{\"url\":\"http://127.0.0.1:1/'$1-$2-$PLACE'/\"}'; exec sleep 60")) {
      assertThat(page.page(interrupted, troubles::add))
          .contains(URI.create("http://127.0.0.1:1/console-demo-here/"));
    }
    assertThat(troubles).isEmpty();
  }

  @Test
  void saysWhyAndGoesOnWithoutACommandThatEnds() throws Exception {
    try (ConsolePage page = started("echo 'no such cluster' >&2; exit 1")) {
      assertThat(page.page(interrupted, troubles::add)).isEmpty();
    }
    assertThat(troubles)
        .containsExactly("the console does not serve: no such cluster; all else goes on");
  }

  @Test
  void waitsNoLongerOnceInterrupted() throws Exception {
    interrupted.countDown();
    try (ConsolePage page = started("exec sleep 60")) {
      assertThat(page.page(interrupted, troubles::add)).isEmpty();
    }
    assertThat(troubles).isEmpty();
  }
}
