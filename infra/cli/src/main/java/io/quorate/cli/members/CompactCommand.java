package io.quorate.cli.members;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compacts a cluster's history once. */
@Command(
    name = "compact",
    description =
        "Compacts a cluster's history up to a revision, once: every key keeps its newest value."
            + " Older revisions can no longer be read, and watchers that are behind the revision"
            + " are cancelled.")
public final class CompactCommand extends RequestCommand {
  @Option(
      names = "--revision",
      required = true,
      paramLabel = "N",
      description = "The oldest revision that can still be read.")
  private long revision;

  @Mixin private final WaitOptions waiting = new WaitOptions();

  public CompactCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    if (revision < 1) {
      throw new CommandFailure(
          CommandExitCode.USAGE, "--revision " + revision + ": expected a revision from 1");
    }
    complain("watchers that are behind revision " + revision + " are cancelled");
    return ask(
        cloud,
        name,
        RequestKind.COMPACT,
        Map.of("revision", Long.toString(revision)),
        waiting.patience());
  }
}
