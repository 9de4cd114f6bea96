package io.quorate.cli.recovery;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.BetweenTurns;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.controller.reconcile.ResumeAfterRollback;
import io.quorate.controller.reconcile.ResumeResult;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends a halt that only a person ends. */
@Command(
    name = "resume",
    description =
        "Lets the controller go on where it halted. ROLLOUT_HALTED: with restarting members for new"
            + " settings, after one did not come back. UPGRADE_HALTED: the same for another etcd"
            + " release, or to have it try a snapshot that it refused. TABLE_ROLLED_BACK: with a clusters table"
            + " that was restored to an older state, when no newer one is left; first see in"
            + " 'quorate status NAME' that every node has reported since the restore. The latter is"
            + " refused while a node holds a newer generation or carries something out.")
public final class ResumeCommand extends OneClusterCommand {
  @Option(
      names = "--yes",
      description =
          "What failed is mended; or every node has reported, and no newer table is left.")
  private boolean sure;

  public ResumeCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    if (!sure) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "nothing was written: expected --yes. After a restore it says that no newer table of '"
              + name
              + "' is left and that every node has reported since; after a restart that failed,"
              + " that what failed is mended. See docs/operations.md, TABLE_ROLLED_BACK and"
              + " ROLLOUT_HALTED");
    }
    ResumeAfterRollback resume =
        new ResumeAfterRollback(
            cloud.store(),
            cloud.instances(),
            context().clock(),
            () -> "resume-" + context().uids().get().value());
    String by = cloud.principal();
    return tell(
        name,
        BetweenTurns.tried(
            context(), () -> resume.run(name, by), ResumeResult.Busy.class::isInstance));
  }

  private int tell(ClusterName name, ResumeResult resumed) {
    return switch (resumed) {
      case ResumeResult.Done done ->
          tell(
              name,
              "resumed",
              "the controller decides again, from fencing token " + done.token() + " on");
      case ResumeResult.NotHalted not ->
          tell(
              name,
              "unchanged",
              "not halted by TABLE_ROLLED_BACK, ROLLOUT_HALTED or UPGRADE_HALTED, nothing was"
                  + " written");
      case ResumeResult.Busy busy -> throw BetweenTurns.busy(name);
      case ResumeResult.Refused refused ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "'" + name + "' stays halted:\n" + String.join("\n", refused.why()));
    };
  }
}
