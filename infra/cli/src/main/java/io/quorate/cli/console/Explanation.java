package io.quorate.cli.console;

import io.quorate.cli.picture.DryRunSummary;
import io.quorate.cli.render.ExplainJson;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.DryRun;
import io.quorate.controller.reconcile.DryRunResult;
import io.quorate.model.ClusterName;
import java.util.Map;

/** What {@code quorate explain} says; made anew for each click. */
final class Explanation {
  private Explanation() {}

  static Map<String, Object> of(ConsoleSources sources, ClusterName name) {
    Planner planner = new Planner();
    DryRun dryRun =
        new DryRun(sources.store(), sources.instances().get(), sources.clock(), planner::plan);
    return switch (dryRun.explain(name)) {
      case DryRunResult.NoCluster none ->
          Map.of("problem", "the records of cluster '" + name + "' are gone");
      case DryRunResult.Halted halted ->
          ExplainJson.halted(name, halted.condition(), halted.message());
      case DryRunResult.Planned planned ->
          ExplainJson.of(
              new DryRunSummary(
                  planned.view(), planner.consider(planned.view()), planned.unreadable()));
    };
  }
}
