package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.codec.Tree;
import io.quorate.controller.decision.TerminationValues;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeSpace;
import io.quorate.state.OpenCommand;
import io.quorate.state.ProvenMembership;
import io.quorate.state.PutAside;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A cluster at a glance, as a tree for programs; docs/operations.md describes every name. What is
 * absent is left out, never null.
 */
public final class StatusJson {
  private StatusJson() {}

  /** The tree; names are only ever added. */
  public static Map<String, Object> of(ClusterSummary summary) {
    Roster roster = Roster.of(summary);
    return Tree.builder()
        .with("cluster", summary.cluster())
        .withOptional("uid", summary.spec().map(stored -> stored.uid()))
        .withOptional("specVersion", summary.spec().map(stored -> stored.version()))
        .withOptional("phase", summary.status().map(Status::phase))
        .with("phaseCurrent", Silences.of(summary).isEmpty())
        .with("paused", PauseText.json(summary.spec().map(SpecRecord::pauses).orElse(List.of())))
        .withOptional("lastTurnAt", Silences.lastTurn(summary))
        .withOptional("generation", summary.lineage().map(l -> l.generation().value()))
        .withOptional(
            "etcdClusterId",
            summary.lineage().flatMap(Lineage::bootstrap).map(Bootstrap::clusterId))
        .with("quorum", quorum(roster.quorum()))
        .withOptional("leader", roster.leader())
        .with("membersCurrent", roster.current())
        .withOptional("provenMembership", roster.proven().map(StatusJson::proven))
        .with("members", roster.lines().stream().map(StatusJson::member).toList())
        .with("conditions", conditions(summary))
        .withOptional(
            "operation",
            summary.status().flatMap(Status::operation).map(open -> operation(summary, open)))
        .with("snapshots", SnapshotJson.glance(summary))
        .withOptional("dataComparison", ComparisonText.json(summary.status()))
        .with("terminations", terminations(summary, Status::terminations))
        .with("replacementRequests", terminations(summary, Status::replacementRequests))
        .with("decisions", summary.journal().stream().map(EventsJson::of).toList())
        .withOptional("fencingToken", summary.lease().map(lease -> lease.token().value()))
        .with("unreadable", summary.unreadable())
        .with("readAt", summary.readAt())
        .build();
  }

  private static Map<String, Object> quorum(Quorum quorum) {
    return Tree.builder()
        .with("held", quorum.held())
        .with("voters", quorum.voters())
        .with("serving", quorum.serving())
        .with("inMemory", quorum.inMemory())
        .with("needed", quorum.needed())
        .with("tolerates", quorum.tolerates())
        .build();
  }

  private static Map<String, Object> proven(ProvenMembership proven) {
    return Tree.builder()
        .with(
            "members",
            proven.members().stream().map(MemberEntry::id).map(Object::toString).toList())
        .with("raftTerm", proven.raftTerm())
        .with("raftIndex", proven.raftIndex())
        .with("reportedBy", proven.reportedBy())
        .with("since", proven.since())
        .build();
  }

  static Map<String, Object> member(MemberLine line) {
    var node = line.heartbeat();
    var status = node.flatMap(Heartbeat::status);
    var space = node.flatMap(there -> there.report().space());
    var aside = node.flatMap(there -> there.report().putAside());
    return Tree.builder()
        .withOptional("instance", line.instance())
        .withOptional("member", line.member())
        .with("role", line.role())
        .with("serving", line.serving())
        .with("inMemory", line.inMemory())
        .with("missedByLeader", line.missed())
        .with("silent", line.silent())
        .with("terminated", line.gone())
        .withOptional("zone", node.map(Heartbeat::zone))
        .withOptional("clientUrl", node.map(there -> there.endpoints().clientUrl()))
        .withOptional("peerUrl", node.map(there -> there.endpoints().peerUrl()))
        .withOptional("data", node.map(Heartbeat::data))
        .withOptional("process", node.map(Heartbeat::process))
        .withOptional("lastExit", node.flatMap(Heartbeat::lastExit))
        .withOptional("version", status.map(MemberStatus::version))
        .withOptional("revision", status.map(MemberStatus::revision))
        .withOptional("raftTerm", status.map(MemberStatus::raftTerm))
        .withOptional("raftIndex", status.map(MemberStatus::raftIndex))
        .withOptional("lag", line.lag())
        .withOptional("dbSizeBytes", status.map(MemberStatus::dbSizeBytes))
        .withOptional("dbInUseBytes", status.map(MemberStatus::dbInUseBytes))
        .withOptional("quotaBytes", space.map(NodeSpace::quotaBytes).filter(quota -> quota > 0))
        .withOptional("diskBytes", space.map(NodeSpace::diskBytes))
        .withOptional("diskFreeBytes", space.map(NodeSpace::freeBytes))
        .withOptional("archivedDirectories", aside.map(PutAside::directories))
        .withOptional("archivedBytes", aside.map(PutAside::bytes))
        .with("alarms", status.map(MemberStatus::alarms).orElse(List.of()))
        .withOptional("currentStep", node.flatMap(Heartbeat::currentStep))
        .withOptional("sequence", node.map(Heartbeat::sequence))
        .withOptional("heartbeatAt", node.map(Heartbeat::at))
        .build();
  }

  private static List<Map<String, Object>> conditions(ClusterSummary summary) {
    return Silences.beforeStored(summary).stream().map(StatusJson::condition).toList();
  }

  static Map<String, Object> condition(Condition condition) {
    return Tree.builder()
        .with("type", condition.type())
        .with("message", condition.message())
        .with("since", condition.since())
        .build();
  }

  private static Map<String, Object> operation(ClusterSummary summary, OpenCommand operation) {
    return Tree.builder()
        .with("instruction", operation.commandId())
        .with("kind", operation.kind())
        .with("executor", operation.executor())
        .withOptional("target", operation.target())
        .with("since", operation.since())
        .with("cancelRequested", operation.cancelRequested())
        .withOptional("currentStep", currentStep(summary, operation))
        .build();
  }

  private static Optional<String> currentStep(ClusterSummary summary, OpenCommand operation) {
    return summary.nodes().stream()
        .filter(node -> node.instance().equals(operation.executor()))
        .findFirst()
        .flatMap(Heartbeat::currentStep);
  }

  private static List<Map<String, Object>> terminations(
      ClusterSummary summary, Function<Status, List<Termination>> which) {
    return summary.status().stream()
        .flatMap(status -> which.apply(status).stream())
        .map(TerminationValues::of)
        .toList();
  }
}
