package io.quorate.cli;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.model.ClusterUid;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;

/** Surroundings without a cloud, for what needs none. */
final class TestContext {
  private TestContext() {}

  static CommandContext silent() {
    return new CommandContext(
        InputStream.nullInputStream(),
        new PrintWriter(Writer.nullWriter()),
        new PrintWriter(Writer.nullWriter()),
        false,
        name -> "",
        () -> Sample.NOW,
        interval -> false,
        () -> new ClusterUid("fresh-uid"),
        options -> {
          throw new CommandFailure(CommandExitCode.UNAVAILABLE, "no cloud in this test");
        });
  }
}
