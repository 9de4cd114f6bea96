package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.controller.plan.outdated.OutdatedNodes;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.LaunchSource;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The instances of a group, and what they were launched from, for people and for programs. */
public final class NodeList {
  private NodeList() {}

  /** The text. */
  public static String of(ClusterSummary summary, GroupView.Observed group) {
    StringBuilder text = new StringBuilder();
    text.append("cluster ").append(summary.cluster()).append(": the group launches from ");
    text.append(
            group
                .settings()
                .launchesFrom()
                .map(LaunchSource::toString)
                .orElse("no one launch template"))
        .append(comparable(group) ? "" : ", so that nothing tells which instances are outdated")
        .append('\n');
    TextTable table =
        new TextTable(List.of("INSTANCE", "STATE", "AGENT", "LAUNCHED FROM", ""), Set.of());
    group
        .lifecycles()
        .forEach(
            (instance, state) ->
                table.row(
                    List.of(
                        instance.value(),
                        state,
                        agent(summary, instance).orElse("-"),
                        from(group, instance).map(LaunchSource::toString).orElse("-"),
                        OutdatedNodes.outdated(group, instance) ? "OUTDATED" : "")));
    table.lines("").forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** The same for programs. */
  public static Map<String, Object> json(ClusterSummary summary, GroupView.Observed group) {
    return Tree.builder()
        .with("cluster", summary.cluster())
        .withOptional("launchesFrom", group.settings().launchesFrom().map(NodeList::source))
        .with("comparable", comparable(group))
        .with(
            "nodes",
            group.lifecycles().entrySet().stream()
                .map(entry -> node(summary, group, entry.getKey(), entry.getValue()))
                .toList())
        .build();
  }

  private static Map<String, Object> node(
      ClusterSummary summary, GroupView.Observed group, InstanceId instance, String state) {
    return Tree.builder()
        .with("instance", instance)
        .with("lifecycle", state)
        .withOptional("agentVersion", agent(summary, instance))
        .withOptional("launchedFrom", from(group, instance).map(NodeList::source))
        .with("outdated", OutdatedNodes.outdated(group, instance))
        .build();
  }

  private static Map<String, Object> source(LaunchSource source) {
    return Tree.builder()
        .with("template", source.template())
        .with("version", source.version())
        .build();
  }

  private static boolean comparable(GroupView.Observed group) {
    return OutdatedNodes.wanted(group).isPresent();
  }

  private static Optional<LaunchSource> from(GroupView.Observed group, InstanceId instance) {
    return Optional.ofNullable(group.settings().launchedFrom().get(instance));
  }

  private static Optional<String> agent(ClusterSummary summary, InstanceId instance) {
    return summary.nodes().stream()
        .filter(row -> row.instance().equals(instance))
        .map(Heartbeat::agentVersion)
        .findFirst();
  }
}
