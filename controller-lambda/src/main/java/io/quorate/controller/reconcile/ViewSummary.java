package io.quorate.controller.reconcile;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.Node;
import io.quorate.state.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A view in lines for people. */
final class ViewSummary {
  private ViewSummary() {}

  static List<String> of(ClusterView view) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "lineage "
            + view.lineage().state()
            + ", generation "
            + view.lineage().generation()
            + ", phase "
            + view.status().phase());
    lines.add(group(view.group()));
    lines.add(fleet(view.fleet()));
    view.status().operation().ifPresent(open -> lines.add("operation " + open));
    view.nodes().values().stream()
        .sorted(Comparator.comparing(node -> node.heartbeat().instance()))
        .map(node -> node(view, node))
        .forEach(lines::add);
    return lines;
  }

  private static String group(GroupView group) {
    return switch (group) {
      case GroupView.Observed seen ->
          "group wants " + seen.desired() + ", has " + new java.util.TreeMap<>(seen.lifecycles());
      case GroupView.Unknown unknown -> "group unknown: " + unknown.why();
    };
  }

  private static String fleet(FleetView fleet) {
    return switch (fleet) {
      case FleetView.Observed seen ->
          "fleet: " + seen.recentlyUnhealthy() + " of " + seen.clusters() + " turned unhealthy";
      case FleetView.NotObserved nobody -> "fleet not looked at";
    };
  }

  private static String node(ClusterView view, Node node) {
    Heartbeat beat = node.heartbeat();
    Duration still = Duration.between(node.observation().since(), view.observedAt());
    return "node %s: EC2 %s, etcd %s, data %s, %s, sequence %d still for %d s in %d turns"
        .formatted(
            beat.instance(),
            view.instance(beat.instance()),
            beat.process(),
            beat.data(),
            beat.serving() ? "serving" : "not serving",
            beat.sequence(),
            still.toSeconds(),
            node.observation().turns());
  }
}
