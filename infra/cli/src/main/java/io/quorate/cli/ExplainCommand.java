package io.quorate.cli;

import io.quorate.cli.picture.DryRunPicture;
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
final class ExplainCommand extends OneClusterCommand {
  ExplainCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    Planner planner = new Planner();
    DryRun dryRun =
        new DryRun(cloud.store(), cloud.instances(), surroundings().clock(), planner::plan);
    return switch (dryRun.explain(name)) {
      case DryRunResult.NoCluster none -> throw noSuchCluster(cloud, name);
      case DryRunResult.Halted halted -> tell(name, halted);
      case DryRunResult.Planned planned ->
          tell(
              new DryRunPicture(
                  planned.view(), planner.consider(planned.view()), planned.unreadable()));
    };
  }

  private int tell(DryRunPicture picture) {
    if (options().json()) {
      printJson(ExplainJson.of(picture));
    } else {
      print(ExplainText.of(picture));
    }
    return ExitCode.OK;
  }

  private int tell(ClusterName name, DryRunResult.Halted halted) {
    if (options().json()) {
      printJson(ExplainJson.halted(name, halted.condition(), halted.message()));
    } else {
      print(ExplainText.halted(name, halted.condition(), halted.message()));
    }
    return ExitCode.BAD_INPUT;
  }
}
