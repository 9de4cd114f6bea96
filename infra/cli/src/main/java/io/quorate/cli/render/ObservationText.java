package io.quorate.cli.render;

import io.quorate.cli.picture.DryRunSummary;
import io.quorate.cli.picture.NodeLine;
import io.quorate.controller.plan.facts.NodeHealth;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.ClusterName;
import io.quorate.model.Generation;
import io.quorate.state.Heartbeat;
import io.quorate.state.OpenCommand;
import io.quorate.state.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a dry run saw. */
final class ObservationText {
  private static final String ABSENT = "—";
  private static final List<String> HEADER =
      List.of("INSTANCE", "EC2", "GROUP", "DATA", "ETCD", "HEARTBEAT", "STANDS STILL", "VERDICT");

  private ObservationText() {}

  static List<String> lines(DryRunSummary summary) {
    ClusterView view = summary.view();
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("SEEN");
    field(lines, "phase", view.status().phase() + ", by the last turn; " + lineage(view));
    field(lines, "group", view.spec().group() + ": " + group(view));
    field(lines, "fleet", fleet(view.cluster(), view.fleet()));
    field(
        lines,
        "operation",
        view.status().operation().map(ObservationText::operation).orElse("none"));
    for (Termination intent : view.status().terminations()) {
      field(lines, "terminating", intent.instance() + ", since " + Words.time(intent.decidedAt()));
    }
    for (Termination intent : view.status().replacementRequests()) {
      field(lines, "replacing", intent.instance() + ", since " + Words.time(intent.decidedAt()));
    }
    field(lines, "token", view.token() + " was the last turn's");
    lines.add("");
    lines.add("NODES");
    lines.addAll(nodes(summary));
    return lines;
  }

  /** An operation in one line. */
  static String operation(OpenCommand open) {
    return open.kind()
        + " by "
        + open.executor()
        + open.target().map(target -> ", of member " + target).orElse("")
        + ", since "
        + Words.time(open.since())
        + (open.cancelRequested() ? ", CANCEL ASKED" : "");
  }

  private static String lineage(ClusterView view) {
    return view.lineage().generation().equals(Generation.UNBOOTSTRAPPED)
        ? "unbootstrapped"
        : "generation " + view.lineage().generation() + " " + view.lineage().state();
  }

  private static String group(ClusterView view) {
    return switch (view.group()) {
      case GroupView.Observed group ->
          "desired "
              + group.desired()
              + ", has "
              + living(view, group)
              + (group.hazards().isEmpty()
                  ? ""
                  : "; NOT SUSPENDED: " + String.join(", ", group.hazards()));
      case GroupView.Unknown unknown ->
          "UNKNOWN: " + unknown.why() + " (to you; the controller looks with its own rights)";
    };
  }

  /** What is terminated is not had, though the group still lists it. */
  private static String living(ClusterView view, GroupView.Observed group) {
    NodeHealth nodeHealth = NodeHealth.of(view);
    long dead = group.lifecycles().keySet().stream().filter(nodeHealth::gone).count();
    return group.lifecycles().size() - dead + (dead == 0 ? "" : " and " + dead + " terminated");
  }

  private static String fleet(ClusterName cluster, FleetView view) {
    return switch (view) {
      case FleetView.Observed fleet ->
          fleet.recentlyUnhealthy()
              + " of "
              + fleet.clusters()
              + " clusters turned unhealthy lately, "
              + cluster
              + " counted";
      case FleetView.NotObserved nobody ->
          nobody.why() + "; without it nothing destructive is decided";
      case FleetView.RowsUnread unread ->
          unread.why() + "; meanwhile nothing destructive is decided";
    };
  }

  private static List<String> nodes(DryRunSummary summary) {
    List<String> lines = new ArrayList<>();
    if (summary.nodes().isEmpty()) {
      lines.add("  none: no node has registered, and the group has no instance");
    } else {
      TextTable table = new TextTable(HEADER, Set.of());
      summary.nodes().forEach(line -> table.row(cells(line)));
      lines.addAll(table.lines("  "));
    }
    if (summary.leftOut() > 0) {
      lines.add("  Not shown: " + summary.leftOut() + " terminated instances that held no member.");
    }
    return lines;
  }

  private static List<String> cells(NodeLine line) {
    Optional<Heartbeat> beat = line.node().map(ObservedNode::heartbeat);
    return List.of(
        line.instance().toString(),
        line.state().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        line.lifecycle().orElse(ABSENT),
        beat.map(b -> Words.data(b.data())).orElse(ABSENT),
        beat.map(b -> Words.process(b.process())).orElse(ABSENT),
        beat.map(b -> "#" + b.sequence()).orElse("never"),
        line.node().map(node -> still(line, node)).orElse(ABSENT),
        verdict(line));
  }

  private static String still(NodeLine line, ObservedNode node) {
    return Words.duration(line.still()) + ", " + node.heartbeatProgress().turns() + " turns";
  }

  private static String verdict(NodeLine line) {
    String silent = line.silent() ? ", silent" : "";
    return switch (line.verdict()) {
      case GONE -> "gone";
      case UNREGISTERED -> "unregistered";
      case DATA_UNUSABLE -> "dead: data unusable" + silent;
      case SILENT -> "silent";
      case SERVING -> "serving";
      case EMPTY -> "empty";
      case NOT_SERVING -> "not serving";
    };
  }

  private static void field(List<String> lines, String name, String value) {
    List<String> wrapped = Wrap.lines(value, " ".repeat(14));
    lines.add(String.format(Locale.ROOT, "  %-11s %s", name, wrapped.getFirst().strip()));
    lines.addAll(wrapped.subList(1, wrapped.size()));
  }
}
