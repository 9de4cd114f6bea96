package io.quorate.cli;

import io.quorate.model.ClusterUid;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;

/** Surroundings without a cloud, for what needs none. */
final class TestSurroundings {
  private TestSurroundings() {}

  static Surroundings silent() {
    return new Surroundings(
        InputStream.nullInputStream(),
        new PrintWriter(Writer.nullWriter()),
        new PrintWriter(Writer.nullWriter()),
        false,
        () -> Sample.NOW,
        interval -> false,
        () -> new ClusterUid("fresh-uid"),
        options -> {
          throw new CommandFailure(ExitCode.UNAVAILABLE, "no cloud in this test");
        });
  }
}
