package io.quorate.cli.render;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares with a recorded file, or records it when told to by {@code -Dquorate.golden=write}. */
public final class GoldenText {
  private static final Path FOLDER = Path.of("src/test/resources/io/quorate/cli/render");

  private GoldenText() {}

  public static void check(String name, String actual) {
    try {
      if ("write".equals(System.getProperty("quorate.golden"))) {
        Files.writeString(FOLDER.resolve(name), actual);
      }
      try (InputStream recorded = Files.newInputStream(FOLDER.resolve(name))) {
        assertThat(actual)
            .as("%s; if the change is meant, run with -Dquorate.golden=write", name)
            .isEqualTo(new String(recorded.readAllBytes(), UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
