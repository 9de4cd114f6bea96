package io.quorate.deployment.tour;

import io.quorate.deployment.tour.TourStep.Expectation;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
import java.util.List;

/** Instances that are older than what the group launches, and are replaced by the command. */
final class NodeSteps {
  /** Longer than on a busy machine; without it a replacement that hangs would hang the tour. */
  private static final String LONGEST = "10m";

  private NodeSteps() {}

  /** The steps, in their order. */
  static List<TourStep> all() {
    return List.of(TourStep.of("replace every node", NodeSteps::replaceAll));
  }

  /** A newer version of the launch template makes all of them outdated. */
  private static Expectation replaceAll(LiveCluster cluster) {
    Breakage old = Breakage.of(cluster, cluster.running().toArray(InstanceView[]::new));
    cluster.group().launchFromNewVersion();
    return new Expectation(
            () -> cluster.tells(Condition.Type.NODES_OUTDATED),
            () -> old.replaced() && !cluster.tells(Condition.Type.NODES_OUTDATED))
        .remedied(
            () ->
                cluster.quorate(
                    "nodes", "replace", cluster.name().value(), "--wait", "--timeout", LONGEST));
  }
}
