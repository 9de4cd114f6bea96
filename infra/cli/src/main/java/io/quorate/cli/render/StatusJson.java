package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterPicture;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.codec.Tree;
import io.quorate.state.Birth;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.Operation;
import io.quorate.state.ProvenMembership;
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
  public static Map<String, Object> of(ClusterPicture picture) {
    Roster roster = Roster.of(picture);
    return Tree.builder()
        .with("cluster", picture.cluster())
        .withOptional("uid", picture.spec().map(stored -> stored.uid()))
        .withOptional("specVersion", picture.spec().map(stored -> stored.version()))
        .withOptional("phase", picture.status().map(Status::phase))
        .withOptional("generation", picture.lineage().map(l -> l.generation().value()))
        .withOptional(
            "etcdClusterId", picture.lineage().flatMap(Lineage::birth).map(Birth::clusterId))
        .with("quorum", quorum(roster.quorum()))
        .withOptional("leader", roster.leader())
        .with("membersCurrent", roster.current())
        .withOptional("provenMembership", roster.proven().map(StatusJson::proven))
        .with("members", roster.lines().stream().map(StatusJson::member).toList())
        .with("conditions", conditions(picture))
        .withOptional(
            "operation",
            picture.status().flatMap(Status::operation).map(open -> operation(picture, open)))
        .with("terminations", terminations(picture, Status::terminations))
        .with("handBacks", terminations(picture, Status::handBacks))
        .with("decisions", picture.journal().stream().map(EventsJson::of).toList())
        .withOptional("fencingToken", picture.lease().map(lease -> lease.token().value()))
        .with("unreadable", picture.unreadable())
        .with("readAt", picture.readAt())
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

  private static Map<String, Object> member(MemberLine line) {
    var node = line.heartbeat();
    var status = node.flatMap(Heartbeat::status);
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
        .with("alarms", status.map(MemberStatus::alarms).orElse(List.of()))
        .withOptional("doing", node.flatMap(Heartbeat::doing))
        .withOptional("sequence", node.map(Heartbeat::sequence))
        .withOptional("heartbeatAt", node.map(Heartbeat::at))
        .build();
  }

  private static List<Map<String, Object>> conditions(ClusterPicture picture) {
    return picture.status().stream()
        .flatMap(status -> status.conditions().stream())
        .map(StatusJson::condition)
        .toList();
  }

  static Map<String, Object> condition(Condition condition) {
    return Tree.builder()
        .with("type", condition.type())
        .with("message", condition.message())
        .with("since", condition.since())
        .build();
  }

  private static Map<String, Object> operation(ClusterPicture picture, Operation operation) {
    return Tree.builder()
        .with("instruction", operation.instructionId())
        .with("kind", operation.kind())
        .with("executor", operation.executor())
        .withOptional("target", operation.target())
        .with("since", operation.since())
        .with("cancelRequested", operation.cancelRequested())
        .withOptional("doing", doing(picture, operation))
        .build();
  }

  private static Optional<String> doing(ClusterPicture picture, Operation operation) {
    return picture.nodes().stream()
        .filter(node -> node.instance().equals(operation.executor()))
        .findFirst()
        .flatMap(Heartbeat::doing);
  }

  private static List<Map<String, Object>> terminations(
      ClusterPicture picture, Function<Status, List<Termination>> which) {
    return picture.status().stream()
        .flatMap(status -> which.apply(status).stream())
        .map(StatusJson::termination)
        .toList();
  }

  static Map<String, Object> termination(Termination intent) {
    return Tree.builder()
        .with("instance", intent.instance())
        .with("because", intent.because())
        .with("decidedAt", intent.decidedAt())
        .withOptional("askedAt", intent.askedAt())
        .withOptional("failure", intent.failure())
        .build();
  }
}
