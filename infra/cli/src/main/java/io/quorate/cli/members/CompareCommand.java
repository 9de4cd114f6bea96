package io.quorate.cli.members;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares the data of a cluster's voters. */
@Command(
    name = "compare",
    description =
        "Compares the data of a cluster's voters: each one reads all its keys at one revision and"
            + " tells their hash. Reads and writes go on. A voter that differs from a majority is"
            + " replaced by itself; without a majority nobody is touched. With --wait the exit code"
            + " is 1 where voters differ, or not all could be compared.")
public final class CompareCommand extends RequestCommand {
  @Mixin private final WaitOptions waiting = new WaitOptions();

  public CompareCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.COMPARE_DATA, Map.of(), waiting.patience());
  }
}
