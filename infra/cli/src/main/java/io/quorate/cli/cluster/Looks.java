package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.DryRun;
import io.quorate.controller.reconcile.DryRunResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;

/** What a turn of the controller would see now. */
public final class Looks {
  private Looks() {}

  /** Looks at a cluster that is there; fails where the controller would halt. */
  public static ClusterView at(Clouds.Open cloud, CommandContext context, ClusterName name) {
    DryRun dryRun =
        new DryRun(cloud.store(), cloud.instances(), context.clock(), new Planner()::plan);
    return switch (dryRun.explain(name)) {
      case DryRunResult.NoCluster none ->
          throw new CommandFailure(
              CommandExitCode.NO_SUCH_CLUSTER, "the records of cluster '" + name + "' are gone");
      case DryRunResult.Halted halted ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "nothing can be planned: " + halted.condition() + ": " + halted.message());
      case DryRunResult.Planned planned -> planned.view();
    };
  }
}
