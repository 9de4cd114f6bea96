package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The whole report on a thoroughly wrong file, as a person sees it. */
class SpecGoldenTest {
  @Test
  void everythingWrongIsReportedAtOnce() {
    SpecResult result = SpecReader.read(resource("all-wrong.yaml"));

    assertThat(result)
        .isInstanceOfSatisfying(
            SpecResult.Invalid.class,
            invalid ->
                assertThat(invalid.report() + "\n").isEqualTo(resource("all-wrong.errors.txt")));
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(SpecGoldenTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
