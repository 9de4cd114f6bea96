package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.codec.Tree;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All clusters, one line each. */
public final class ClusterList {
  private ClusterList() {}

  /** As a table for people; what could not be read comes last. */
  public static String text(List<ClusterSummary> clusters, List<String> unreadable) {
    List<String> lines = new ArrayList<>();
    if (clusters.isEmpty()) {
      lines.add("no clusters yet; make one: quorate apply -f cluster.yaml");
    } else {
      TextTable table =
          new TextTable(
              List.of("NAME", "PHASE", "GENERATION", "SERVING", "CONDITIONS"),
              Set.of("GENERATION", "SERVING"));
      clusters.forEach(summary -> table.row(row(summary)));
      lines.addAll(table.lines(""));
    }
    unreadable.forEach(line -> lines.add("unreadable: " + line));
    return String.join("\n", lines) + "\n";
  }

  /** As a tree for programs. */
  public static Map<String, Object> json(List<ClusterSummary> clusters, List<String> unreadable) {
    return Tree.builder()
        .with("clusters", clusters.stream().map(ClusterList::tree).toList())
        .with("unreadable", unreadable)
        .build();
  }

  private static List<String> row(ClusterSummary summary) {
    Quorum quorum = Roster.of(summary).quorum();
    String conditions =
        conditions(summary).stream()
            .map(condition -> condition.type().name())
            .collect(Collectors.joining(", "));
    return List.of(
        summary.cluster().value(),
        summary.status().map(status -> status.phase().name()).orElse("unknown")
            + (Silences.of(summary).isEmpty() ? "" : " (old)"),
        summary.lineage().map(lineage -> lineage.generation().toString()).orElse("—"),
        quorum.serving() + "/" + quorum.voters(),
        conditions.isEmpty() ? "none" : conditions);
  }

  private static Map<String, Object> tree(ClusterSummary summary) {
    Quorum quorum = Roster.of(summary).quorum();
    return Tree.builder()
        .with("cluster", summary.cluster())
        .withOptional("uid", summary.spec().map(stored -> stored.uid()))
        .withOptional("group", summary.spec().map(stored -> stored.spec().group()))
        .withOptional("phase", summary.status().map(Status::phase))
        .with("phaseCurrent", Silences.of(summary).isEmpty())
        .withOptional("lastTurnAt", Silences.lastTurn(summary))
        .withOptional("generation", summary.lineage().map(l -> l.generation().value()))
        .with("voters", quorum.voters())
        .with("serving", quorum.serving())
        .with("conditions", conditions(summary).stream().map(StatusJson::condition).toList())
        .build();
  }

  private static List<Condition> conditions(ClusterSummary summary) {
    return Silences.beforeStored(summary);
  }
}
