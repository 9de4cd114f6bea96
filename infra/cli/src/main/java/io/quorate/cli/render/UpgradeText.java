package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.model.InstanceId;
import io.quorate.release.StorageVersion;
import io.quorate.spec.DurationText;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.Soaking;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How far a change of the etcd release is, for people and for programs. */
public final class UpgradeText {
  private static final Set<Condition.Type> ABOUT =
      Set.of(
          Condition.Type.UPGRADE_RUNS,
          Condition.Type.UPGRADE_BLOCKED,
          Condition.Type.UPGRADE_NEEDS_APPROVAL,
          Condition.Type.UPGRADE_HALTED,
          Condition.Type.PAUSED,
          Condition.Type.ETCD_RELEASE_OUTDATED,
          Condition.Type.ETCD_VERSION_MISMATCH);

  private UpgradeText() {}

  /** The text. */
  public static String of(ClusterSummary summary) {
    TextTable table =
        new TextTable(List.of("INSTANCE", "RUNS", "INSTALLED", "PREPARED", "FILES"), Set.of());
    nodes(summary)
        .forEach(
            row ->
                table.row(
                    List.of(
                        row.instance().value(),
                        runs(row).orElse("-"),
                        row.runs().installed().map(EtcdVersion::toString).orElse("-"),
                        row.runs().prepared().isEmpty() ? "-" : String.join(" ", prepared(row)),
                        storage(row).map(UpgradeText::words).orElse("-"))));
    StringBuilder text = new StringBuilder();
    text.append("cluster ").append(summary.cluster()).append(": the spec asks for etcd ");
    text.append(wanted(summary).orElse("-")).append('\n');
    table.lines("").forEach(line -> text.append(line).append('\n'));
    PreflightText.of(summary).ifPresent(preflight -> text.append(preflight.words()).append('\n'));
    soaking(summary).ifPresent(soaking -> text.append(words(summary, soaking)).append('\n'));
    conditions(summary)
        .forEach(
            condition ->
                text.append(condition.type())
                    .append(": ")
                    .append(condition.message())
                    .append('\n'));
    return text.toString();
  }

  /** The same for programs. */
  public static Map<String, Object> json(ClusterSummary summary) {
    return Tree.builder()
        .with("cluster", summary.cluster())
        .withOptional("version", wanted(summary))
        .withOptional("preflight", PreflightText.of(summary).map(PreflightText::json))
        .withOptional("soak", soaking(summary).map(soaking -> soak(summary, soaking)))
        .with("nodes", nodes(summary).stream().map(UpgradeText::node).toList())
        .with(
            "conditions",
            conditions(summary).stream()
                .map(
                    condition ->
                        Tree.builder()
                            .with("type", condition.type())
                            .with("message", condition.message())
                            .build())
                .toList())
        .build();
  }

  private static String words(ClusterSummary summary, Soaking soaking) {
    String serves =
        "soak: "
            + soaking.instance()
            + left(summary, soaking)
                .map(
                    left ->
                        " serves etcd "
                            + soaking.release()
                            + " since "
                            + soaking.since().map(Words::time).orElse("-")
                            + ", "
                            + Words.duration(left)
                            + " left of ")
                .orElse(" does not serve etcd " + soaking.release() + ", and then has to for ");
    return serves + length(summary).map(DurationText::print).orElse("-");
  }

  private static Map<String, Object> soak(ClusterSummary summary, Soaking soaking) {
    return Tree.builder()
        .with("instance", soaking.instance())
        .with("release", soaking.release())
        .withOptional("since", soaking.since())
        .withOptional("leftSeconds", left(summary, soaking).map(Duration::toSeconds))
        .build();
  }

  /** Until the next member may change; empty while the last one does not serve. */
  private static Optional<Duration> left(ClusterSummary summary, Soaking soaking) {
    return length(summary)
        .flatMap(length -> soaking.since().map(since -> since.plus(length)))
        .map(until -> Duration.between(summary.readAt(), until))
        .map(left -> left.isNegative() ? Duration.ZERO : left);
  }

  private static Optional<Duration> length(ClusterSummary summary) {
    return summary.spec().flatMap(record -> record.spec().upgrade().soak());
  }

  private static Optional<Soaking> soaking(ClusterSummary summary) {
    return length(summary).flatMap(length -> summary.status().flatMap(Status::soaking));
  }

  private static Map<String, Object> node(Heartbeat row) {
    return Tree.builder()
        .with("instance", row.instance())
        .withOptional("runs", runs(row))
        .withOptional("installed", row.runs().installed())
        .with("prepared", prepared(row))
        .withOptional("storage", storage(row).map(UpgradeText::json))
        .build();
  }

  /** By which line it writes its files, and to which it may go back. */
  private static String words(StorageVersion files) {
    return files.version().line()
        + files.downgrade().map(to -> " (downgrade to " + to.line() + ")").orElse("");
  }

  private static Map<String, Object> json(StorageVersion files) {
    return Tree.builder()
        .with("version", files.version())
        .withOptional("downgrade", files.downgrade())
        .build();
  }

  private static Optional<StorageVersion> storage(Heartbeat row) {
    return row.status().flatMap(MemberStatus::storage);
  }

  private static List<String> prepared(Heartbeat row) {
    return row.runs().prepared().stream().map(EtcdVersion::toString).sorted().toList();
  }

  private static Optional<String> runs(Heartbeat row) {
    return row.status().map(MemberStatus::version);
  }

  private static Optional<String> wanted(ClusterSummary summary) {
    return summary.spec().map(record -> record.spec().etcd().version().toString());
  }

  /** Without the terminated ones. */
  private static List<Heartbeat> nodes(ClusterSummary summary) {
    Set<InstanceId> gone =
        summary.status().map(Status::tombstones).map(Map::keySet).orElse(Set.of());
    return summary.nodes().stream().filter(row -> !gone.contains(row.instance())).toList();
  }

  private static List<Condition> conditions(ClusterSummary summary) {
    return summary.status().map(Status::conditions).orElse(List.of()).stream()
        .filter(condition -> ABOUT.contains(condition.type()))
        .collect(Collectors.toUnmodifiableList());
  }
}
