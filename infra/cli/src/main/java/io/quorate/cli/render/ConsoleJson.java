package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterHealth;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.codec.Codecs;
import io.quorate.codec.Tree;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.OpenCommand;
import io.quorate.state.Severity;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the console's page shows, as trees: those of status, and what a page needs besides. */
public final class ConsoleJson {
  private ConsoleJson() {}

  /** A cluster's row among all others. */
  public static Map<String, Object> row(ClusterSummary summary, FleetEntry entry) {
    Quorum quorum = Roster.of(summary).quorum();
    List<Condition> conditions = Silences.beforeStored(summary);
    return Tree.builder()
        .with("cluster", summary.cluster())
        .with("group", entry.group())
        .withOptional("phase", summary.status().map(Status::phase))
        .with("phaseCurrent", Silences.of(summary).isEmpty())
        .with("health", ClusterHealth.of(summary))
        .withOptional("generation", summary.lineage().map(l -> l.generation().value()))
        .with("voters", quorum.voters())
        .with("serving", quorum.serving())
        .with("quorumHeld", quorum.held())
        .with("tolerates", quorum.tolerates())
        .withOptional(
            "operation", summary.status().flatMap(Status::operation).map(OpenCommand::kind))
        .with("snapshots", SnapshotJson.glance(summary))
        .with("conditions", conditions.stream().map(ConsoleJson::condition).toList())
        .withOptional("severity", Severity.highest(conditions))
        .with("deleted", deleted(summary))
        .with("unreadable", summary.unreadable())
        .with("readAt", summary.readAt())
        .build();
  }

  /** Everything about one cluster but its journal and its snapshots. */
  public static Map<String, Object> cluster(ClusterSummary summary, Optional<Recovery> recovery) {
    Map<String, Object> tree = new LinkedHashMap<>(StatusJson.of(summary));
    tree.remove("decisions");
    tree.put("health", ClusterHealth.of(summary).name());
    tree.put("known", !summary.unknown());
    tree.put("deleted", deleted(summary));
    tree.put("members", Roster.of(summary).lines().stream().map(ConsoleJson::member).toList());
    tree.put(
        "conditions", Silences.beforeStored(summary).stream().map(ConsoleJson::condition).toList());
    revisionSeen(summary).ifPresent(revision -> tree.put("revisionSeen", revision));
    summary.spec().map(SpecRecord::spec).ifPresent(spec -> tree.put("spec", spec(spec)));
    recovery.map(Codecs.RECOVERY::write).ifPresent(record -> tree.put("recovery", record));
    recovery
        .flatMap(Recovery::committed)
        .ifPresent(committed -> tree.put("recoveryLoss", committed.loss()));
    return tree;
  }

  /** The snapshots, newest last. */
  public static List<Map<String, Object>> catalogue(ClusterSummary summary) {
    Optional<Generation> living = summary.lineage().map(Lineage::generation);
    return summary.snapshots().stream().map(record -> snapshot(record, living)).toList();
  }

  private static Map<String, Object> snapshot(SnapshotRecord record, Optional<Generation> living) {
    Map<String, Object> tree = new LinkedHashMap<>(SnapshotJson.one(record));
    tree.put("usable", record.usable());
    tree.put("sameGeneration", living.equals(Optional.of(record.id().generation())));
    tree.put("mintedAt", record.id().mintedAt().toString());
    return tree;
  }

  /** The highest revision that a node reports, which tells what restoring a snapshot would lose. */
  private static Optional<Long> revisionSeen(ClusterSummary summary) {
    return summary.nodes().stream()
        .flatMap(node -> node.status().stream())
        .map(MemberStatus::revision)
        .max(Long::compare);
  }

  private static Map<String, Object> member(MemberLine line) {
    Map<String, Object> tree = new LinkedHashMap<>(StatusJson.member(line));
    tree.put("state", Words.state(line));
    return tree;
  }

  private static Map<String, Object> condition(Condition condition) {
    Map<String, Object> tree = new LinkedHashMap<>(StatusJson.condition(condition));
    tree.put("severity", condition.type().severity().name());
    return tree;
  }

  private static Map<String, Object> spec(ClusterSpec spec) {
    return Tree.builder()
        .with("size", spec.size())
        .with("group", spec.group())
        .with("quotaBytes", spec.etcd().quota().bytes())
        .with("recovery", spec.recovery().mode())
        .build();
  }

  private static boolean deleted(ClusterSummary summary) {
    return summary.lineage().filter(of -> of.state() == Lineage.State.DELETED).isPresent();
  }
}
