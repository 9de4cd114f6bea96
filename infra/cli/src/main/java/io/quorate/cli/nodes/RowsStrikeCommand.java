package io.quorate.cli.nodes;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.BetweenTurns;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.controller.reconcile.StrikeResult;
import io.quorate.controller.reconcile.StrikeRow;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Puts a row of the nodes table aside. */
@Command(
    name = "strike",
    description =
        "Puts the row of an instance aside, for good: no turn believes it any more. Only once the"
            + " instance is gone: it is refused while the group has it or EC2 shows it. What the"
            + " instance may hold stays on record.")
final class RowsStrikeCommand extends OneClusterCommand {
  @Parameters(index = "1", arity = "1", paramLabel = "INSTANCE", description = "Whose row it is.")
  private String instance = "";

  RowsStrikeCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    InstanceId struck =
        InstanceId.named(instance)
            .orElseThrow(
                () ->
                    new CommandFailure(
                        CommandExitCode.USAGE,
                        "'"
                            + instance
                            + "' can be no instance: expected an id such as i-0a1b2c3d"));
    StrikeRow strike =
        new StrikeRow(
            cloud.store(),
            cloud.instances(),
            context().clock(),
            () -> "strike-" + context().uids().get().value());
    String by = cloud.principal();
    return tell(
        name,
        struck,
        BetweenTurns.tried(
            context(), () -> strike.run(name, struck, by), StrikeResult.Busy.class::isInstance));
  }

  private int tell(ClusterName name, InstanceId struck, StrikeResult result) {
    return switch (result) {
      case StrikeResult.Done done ->
          tell(name, "struck", "the row of " + struck + " is put aside: no turn believes it");
      case StrikeResult.Unchanged unchanged ->
          tell(name, "unchanged", "the row of " + struck + " is put aside already");
      case StrikeResult.Busy busy -> throw BetweenTurns.busy(name);
      case StrikeResult.Refused refused ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "the row of " + struck + " stays:\n" + String.join("\n", refused.why()));
    };
  }
}
