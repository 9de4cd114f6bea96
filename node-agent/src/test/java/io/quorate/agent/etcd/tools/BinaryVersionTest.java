package io.quorate.agent.etcd.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A binary that somebody stored may do anything when it is asked. */
class BinaryVersionTest {
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir private Path folder = Path.of("");

  private Path binary(String script) throws IOException {
    Path file = Files.writeString(folder.resolve("etcd"), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void saysItsRelease() throws IOException {
    Path binary = binary("echo 'etcd Version: 3.5.30'; echo 'Git SHA: x'");
    assertThat(BinaryVersion.ask(binary)).hasToString("3.5.30");
  }

  @Test
  void isRefusedWhereItDoesNotEnd() throws IOException {
    Path binary = binary("echo 'etcd Version: 3.5.30'; exec sleep 1000");
    assertThatThrownBy(() -> BinaryVersion.ask(binary, SHORT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has not ended");
  }

  @Test
  void isRefusedWhereItSaysSomethingElse() throws IOException {
    Path binary = binary("echo hello");
    assertThatThrownBy(() -> BinaryVersion.ask(binary))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("said 'hello'");
  }
}
