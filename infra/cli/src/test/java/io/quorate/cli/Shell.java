package io.quorate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

/** Scripts in bash, as people type them. */
public final class Shell {
  private Shell() {}

  /** What a script prints, run in this folder; it must end with 0. */
  public static String said(Path folder, String script) throws IOException, InterruptedException {
    Process bash =
        new ProcessBuilder("bash", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said;
  }
}
