package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.codec.Tree;
import io.quorate.state.Condition;
import io.quorate.state.MemberStatus;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** All clusters, one line each. */
public final class ClusterList {
  private static final List<String> HEADER =
      List.of("NAME", "PHASE", "GENERATION", "SERVING", "CONDITIONS");
  private static final List<String> WIDE =
      List.of("GROUP", "SPEC", "ETCD", "LAST TURN", "SNAPSHOTS");

  private ClusterList() {}

  /**
   * The clusters of one place.
   *
   * @param place the region or context; empty where there is only one
   * @param clusters by name
   * @param unreadable one line for each record that could not be read
   */
  public record Part(String place, List<ClusterSummary> clusters, List<String> unreadable) {
    public Part {
      clusters = List.copyOf(clusters);
      unreadable = List.copyOf(unreadable);
    }

    private boolean named() {
      return !place.isEmpty();
    }
  }

  /** As a table for people; what could not be read comes last. */
  public static String text(List<Part> parts, boolean wide) {
    List<String> lines = new ArrayList<>();
    if (parts.stream().allMatch(part -> part.clusters().isEmpty())) {
      lines.add("no clusters yet; make one: quorate apply -f cluster.yaml");
    } else {
      List<String> header = new ArrayList<>(HEADER);
      if (wide) {
        header.addAll(WIDE);
      }
      if (parts.stream().anyMatch(Part::named)) {
        header.addFirst("WHERE");
      }
      TextTable table = new TextTable(header, Set.of("GENERATION", "SERVING", "SPEC"));
      parts.forEach(
          part -> part.clusters().forEach(summary -> table.row(row(part, summary, wide))));
      lines.addAll(table.lines(""));
    }
    parts.forEach(
        part ->
            part.unreadable()
                .forEach(
                    line ->
                        lines.add(
                            "unreadable: " + (part.named() ? part.place() + ": " : "") + line)));
    return String.join("\n", lines) + "\n";
  }

  /** As a tree for programs. */
  public static Map<String, Object> json(List<Part> parts) {
    return Tree.builder()
        .with(
            "clusters",
            parts.stream()
                .flatMap(part -> part.clusters().stream().map(summary -> tree(part, summary)))
                .toList())
        .with("unreadable", parts.stream().flatMap(part -> part.unreadable().stream()).toList())
        .build();
  }

  private static List<String> row(Part part, ClusterSummary summary, boolean wide) {
    Quorum quorum = Roster.of(summary).quorum();
    String conditions =
        conditions(summary).stream()
            .map(condition -> condition.type().name())
            .collect(Collectors.joining(", "));
    List<String> row = new ArrayList<>();
    if (part.named()) {
      row.add(part.place());
    }
    row.addAll(
        List.of(
            summary.cluster().value(),
            summary.status().map(status -> status.phase().name()).orElse("unknown")
                + (Silences.of(summary).isEmpty() ? "" : " (old)"),
            summary.lineage().map(lineage -> lineage.generation().toString()).orElse("—"),
            quorum.serving() + "/" + quorum.voters(),
            conditions.isEmpty() ? "none" : conditions));
    if (wide) {
      row.addAll(
          List.of(
              summary.spec().map(stored -> stored.spec().group()).orElse("—"),
              summary.spec().map(stored -> Long.toString(stored.version())).orElse("—"),
              etcd(summary),
              Silences.lastTurn(summary)
                  .map(at -> Words.age(at, summary.readAt()) + " ago")
                  .orElse("never"),
              SnapshotText.glance(summary)));
    }
    return row;
  }

  private static String etcd(ClusterSummary summary) {
    String versions =
        summary.nodes().stream()
            .flatMap(node -> node.status().stream())
            .map(MemberStatus::version)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return versions.isEmpty() ? "—" : versions;
  }

  private static Map<String, Object> tree(Part part, ClusterSummary summary) {
    Quorum quorum = Roster.of(summary).quorum();
    return Tree.builder()
        .withOptional("where", Optional.of(part.place()).filter(name -> !name.isEmpty()))
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
