package io.quorate.codec;

import io.quorate.command.Lane;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DecisionSummary;
import io.quorate.state.InstanceStop;
import io.quorate.state.JoinBackoff;
import io.quorate.state.OpenCommand;
import io.quorate.state.Phase;
import io.quorate.state.RollOutHalt;
import io.quorate.state.Status;
import io.quorate.state.TableRollback;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The {@code status} record. Conditions rest on {@code operationId}, there while an operation is
 * open.
 *
 * <p>Attributes and types of conditions that this release does not know are tolerated, and dropped
 * when written back: each turn finds the conditions anew.
 */
public final class StatusCodec {
  /** There while the clusters table is proven older than the cluster. */
  public static final String OLDER_TABLE = "tableRollback";

  private StatusCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(Status status) {
    return Schema.builder(status.data().recorded() ? Schema.STATUS_WITH_HOLDERS : Schema.VERSION)
        .with("phase", status.phase())
        .with("conditions", status.conditions().stream().map(StatusCodec::condition).toList())
        .withOptional("operationId", status.operation().map(OpenCommand::commandId))
        .withOptional("operation", status.operation().map(CommandCodec::open))
        .with("terminations", status.terminations().stream().map(StatusCodec::intent).toList())
        .with(
            "replacementRequests",
            status.replacementRequests().stream().map(StatusCodec::intent).toList())
        .withOptional("stops", Optional.of(stops(status.stops())).filter(all -> !all.isEmpty()))
        .with("tombstones", tombstones(status.tombstones()))
        .with("joinBackoffs", joinBackoffs(status.joinBackoffs()))
        .withOptional("nodesSince", status.nodesSince())
        .withOptional("lastDecision", status.lastDecision().map(StatusCodec::decision))
        .with("restarts", ReportedRestartsCodec.write(status.restarts()))
        .withOptional(OLDER_TABLE, status.tableRollback().map(StatusCodec::tableRollback))
        .withOptional("provenMembership", status.proven().map(ProvenMembershipCodec::write))
        .withOptional("task", status.tasks().open().map(CommandCodec::open))
        .withOptional("lastTasks", MaintenanceLaneCodec.last(status.tasks()))
        .withOptional("bucket", MaintenanceLaneCodec.bucket(status.tasks()))
        .withOptional("data", DataHoldersCodec.write(status.data()))
        .withOptional("leaving", GroupIntentsCodec.leaving(status.group()))
        .withOptional("hooks", GroupIntentsCodec.hooks(status.group()))
        .withOptional("abandonedLaunches", GroupIntentsCodec.abandoned(status.group()))
        .withOptional("rollOutHalt", status.rollOutHalt().map(StatusCodec::rollOutHalt))
        .build();
  }

  /** Reads the record. */
  public static Status read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        Schema.STATUS_WITH_HOLDERS,
        tree ->
            new Status(
                tree.constant("phase", Phase.class),
                tree.trees("conditions").stream()
                    .filter(StatusCodec::known)
                    .map(StatusCodec::condition)
                    .toList(),
                tree.optionalTree("operation")
                    .map(open -> CommandCodec.open(open, Lane.MEMBERSHIP)),
                tree.trees("terminations").stream().map(StatusCodec::intent).toList(),
                tree.values().containsKey("replacementRequests")
                    ? tree.trees("replacementRequests").stream().map(StatusCodec::intent).toList()
                    : List.of(),
                tree.optionalTree("stops").map(StatusCodec::stops).orElse(Map.of()),
                tombstones(tree.tree("tombstones")),
                joinBackoffs(tree.tree("joinBackoffs")),
                tree.optionalInstant("nodesSince"),
                tree.optionalTree("lastDecision").map(StatusCodec::decision),
                tree.optionalTree("restarts").map(ReportedRestartsCodec::read).orElse(Map.of()),
                tree.optionalTree(OLDER_TABLE).map(StatusCodec::tableRollback),
                tree.optionalTree("provenMembership").map(ProvenMembershipCodec::read),
                MaintenanceLaneCodec.read(tree),
                DataHoldersCodec.read(tree.optionalTree("data")),
                GroupIntentsCodec.read(tree),
                tree.optionalTree("rollOutHalt").map(StatusCodec::rollOutHalt)));
  }

  private static Map<String, Object> condition(Condition condition) {
    return Tree.builder()
        .with("type", condition.type())
        .with("message", condition.message())
        .with("since", condition.since())
        .build();
  }

  private static boolean known(Tree condition) {
    String type = condition.string("type");
    return Arrays.stream(Condition.Type.values()).anyMatch(known -> known.name().equals(type));
  }

  private static Condition condition(Tree tree) {
    return new Condition(
        tree.constant("type", Condition.Type.class), tree.string("message"), tree.instant("since"));
  }

  private static Map<String, Object> intent(Termination intent) {
    return Tree.builder()
        .with("instance", intent.instance())
        .with("because", intent.because())
        .with("decidedAt", intent.decidedAt())
        .withOptional("askedAt", intent.askedAt())
        .withOptional("failure", intent.failure())
        .build();
  }

  private static Termination intent(Tree tree) {
    return new Termination(
        tree.value("instance", InstanceId::new),
        tree.string("because"),
        tree.instant("decidedAt"),
        tree.optionalInstant("askedAt"),
        tree.optionalString("failure"));
  }

  private static Map<String, Object> stops(Map<InstanceId, InstanceStop> stops) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(stops)
        .forEach(
            (instance, stop) ->
                tree.with(
                    instance.value(),
                    Tree.builder()
                        .with("since", stop.since())
                        .withOptional("startedAt", stop.startedAt())
                        .build()));
    return tree.build();
  }

  private static Map<InstanceId, InstanceStop> stops(Tree tree) {
    Map<InstanceId, InstanceStop> stops = new HashMap<>();
    for (String instance : tree.values().keySet()) {
      Tree stop = tree.tree(instance);
      stops.put(
          new InstanceId(instance),
          new InstanceStop(stop.instant("since"), stop.optionalInstant("startedAt")));
    }
    return stops;
  }

  private static Map<String, Object> tombstones(Map<InstanceId, Instant> tombstones) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(tombstones).forEach((instance, at) -> tree.with(instance.value(), at));
    return tree.build();
  }

  private static Map<InstanceId, Instant> tombstones(Tree tree) {
    Map<InstanceId, Instant> tombstones = new HashMap<>();
    tree.values()
        .keySet()
        .forEach(instance -> tombstones.put(new InstanceId(instance), tree.instant(instance)));
    return tombstones;
  }

  private static Map<String, Object> joinBackoffs(Map<InstanceId, JoinBackoff> joinBackoffs) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(joinBackoffs)
        .forEach(
            (instance, joinBackoff) ->
                tree.with(
                    instance.value(),
                    Tree.builder()
                        .with("failures", joinBackoff.failures())
                        .with("notBefore", joinBackoff.notBefore())
                        .build()));
    return tree.build();
  }

  private static Map<InstanceId, JoinBackoff> joinBackoffs(Tree tree) {
    Map<InstanceId, JoinBackoff> joinBackoffs = new HashMap<>();
    for (String instance : tree.values().keySet()) {
      Tree joinBackoff = tree.tree(instance);
      joinBackoffs.put(
          new InstanceId(instance),
          new JoinBackoff(joinBackoff.number("failures"), joinBackoff.instant("notBefore")));
    }
    return joinBackoffs;
  }

  private static Map<String, Object> decision(DecisionSummary summary) {
    return Tree.builder()
        .with("decision", summary.decision())
        .with("reason", summary.reason())
        .with("message", summary.message())
        .with("at", summary.at())
        .build();
  }

  private static DecisionSummary decision(Tree tree) {
    return new DecisionSummary(
        tree.string("decision"), tree.string("reason"), tree.string("message"), tree.instant("at"));
  }

  private static Map<String, Object> rollOutHalt(RollOutHalt halt) {
    return Tree.builder()
        .with("instance", halt.instance())
        .with("settings", halt.settings())
        .with("because", halt.because())
        .with("since", halt.since())
        .build();
  }

  private static RollOutHalt rollOutHalt(Tree tree) {
    return new RollOutHalt(
        tree.value("instance", InstanceId::new),
        tree.string("settings"),
        tree.string("because"),
        tree.instant("since"));
  }

  private static Map<String, Object> tableRollback(TableRollback older) {
    return Tree.builder().with("evidence", older.evidence()).with("since", older.since()).build();
  }

  private static TableRollback tableRollback(Tree tree) {
    return new TableRollback(tree.string("evidence"), tree.instant("since"));
  }
}
