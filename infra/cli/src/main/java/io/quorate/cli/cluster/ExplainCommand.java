package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.DryRunSummary;
import io.quorate.cli.render.ExplainJson;
import io.quorate.cli.render.ExplainText;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.DryRun;
import io.quorate.controller.reconcile.DryRunResult;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Runs the planner dry on the real state. */
@Command(
    name = "explain",
    description =
        "Looks as the controller looks, runs its planner dry, and tells what a turn would decide"
            + " now and why, rule by rule. Changes nothing.")
public final class ExplainCommand extends OneClusterCommand {
  public ExplainCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    Planner planner = new Planner();
    DryRun dryRun = new DryRun(cloud.store(), cloud.instances(), context().clock(), planner::plan);
    return switch (dryRun.explain(name)) {
      case DryRunResult.NoCluster none -> throw noSuchCluster(cloud, name);
      case DryRunResult.Halted halted -> tell(name, halted);
      case DryRunResult.Planned planned ->
          tell(
              new DryRunSummary(
                  planned.view(), planner.consider(planned.view()), planned.unreadable()));
    };
  }

  private int tell(DryRunSummary summary) {
    if (options().structured()) {
      printTree(ExplainJson.of(summary));
    } else {
      print(ExplainText.of(summary));
    }
    return CommandExitCode.OK;
  }

  private int tell(ClusterName name, DryRunResult.Halted halted) {
    if (options().structured()) {
      printTree(ExplainJson.halted(name, halted.condition(), halted.message()));
    } else {
      print(ExplainText.halted(name, halted.condition(), halted.message()));
    }
    return CommandExitCode.BAD_INPUT;
  }
}
