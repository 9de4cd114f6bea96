package io.quorate.cli.render;

import io.quorate.cli.picture.DryRunSummary;
import io.quorate.cli.picture.NodeLine;
import io.quorate.codec.Tree;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.TerminationValues;
import io.quorate.controller.plan.RuleEvaluation;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.Heartbeat;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A dry run as a tree for programs; docs/operations.md describes every name. */
public final class ExplainJson {
  private ExplainJson() {}

  /** The tree; names are only ever added. */
  public static Map<String, Object> of(DryRunSummary summary) {
    ClusterView view = summary.view();
    return Tree.builder()
        .with("cluster", view.cluster())
        .with("changed", false)
        .with("observedAt", view.observedAt())
        .with("fencingToken", view.token().value())
        .with("seen", seen(summary))
        .with("rules", summary.trace().evaluations().stream().map(ExplainJson::rule).toList())
        .with("decision", decision(summary.trace().plan()))
        .with("afterwards", status(summary.trace().plan().status()))
        .with("unreadable", summary.unreadable())
        .build();
  }

  /** The tree when a record that every decision needs cannot be read. */
  public static Map<String, Object> halted(ClusterName cluster, String condition, String message) {
    return Tree.builder()
        .with("cluster", cluster)
        .with("changed", false)
        .with(
            "halted", Tree.builder().with("condition", condition).with("message", message).build())
        .build();
  }

  private static Map<String, Object> seen(DryRunSummary summary) {
    ClusterView view = summary.view();
    return Tree.builder()
        .with("lineage", view.lineage().state())
        .with("generation", view.lineage().generation().value())
        .with("status", status(view.status()))
        .with("group", group(view))
        .withOptional("fleet", fleet(view.fleet()))
        .with("nodes", summary.nodes().stream().map(ExplainJson::node).toList())
        .with("nodesLeftOut", summary.leftOut())
        .build();
  }

  private static Map<String, Object> status(Status status) {
    return Tree.builder()
        .with("phase", status.phase())
        .with("conditions", status.conditions().stream().map(StatusJson::condition).toList())
        .withOptional("operation", status.operation().map(ExplainJson::operation))
        .with("terminations", status.terminations().stream().map(TerminationValues::of).toList())
        .with(
            "replacementRequests",
            status.replacementRequests().stream().map(TerminationValues::of).toList())
        .build();
  }

  private static Map<String, Object> operation(OpenCommand operation) {
    return Tree.builder()
        .with("instruction", operation.commandId())
        .with("kind", operation.kind())
        .with("executor", operation.executor())
        .withOptional("target", operation.target())
        .with("since", operation.since())
        .with("cancelRequested", operation.cancelRequested())
        .build();
  }

  private static Map<String, Object> group(ClusterView view) {
    Tree.Builder tree = Tree.builder().with("name", view.spec().group());
    return switch (view.group()) {
      case GroupView.Observed group ->
          tree.with("known", true)
              .with("desired", group.desired())
              .with("hazards", group.hazards())
              .build();
      case GroupView.Unknown unknown ->
          tree.with("known", false).with("why", unknown.why()).build();
    };
  }

  private static Optional<Map<String, Object>> fleet(FleetView fleet) {
    return switch (fleet) {
      case FleetView.Observed seen ->
          Optional.of(
              Tree.builder()
                  .with("clusters", seen.clusters())
                  .with("recentlyUnhealthy", seen.recentlyUnhealthy())
                  .build());
      case FleetView.NotObserved nobody -> Optional.empty();
      case FleetView.RowsUnread unread -> Optional.empty();
    };
  }

  private static Map<String, Object> node(NodeLine line) {
    Optional<Heartbeat> beat = line.node().map(ObservedNode::heartbeat);
    return Tree.builder()
        .with("instance", line.instance())
        .with("verdict", line.verdict())
        .with("silent", line.silent())
        .with("instanceState", line.state())
        .withOptional("lifecycle", line.lifecycle())
        .withOptional("member", beat.flatMap(Heartbeat::identity).map(i -> i.memberId()))
        .withOptional("data", beat.map(Heartbeat::data))
        .withOptional("process", beat.map(Heartbeat::process))
        .withOptional("quorumProven", beat.map(Heartbeat::quorumProven))
        .withOptional("sequence", beat.map(Heartbeat::sequence))
        .withOptional("stateVersion", beat.map(Heartbeat::stateVersion))
        .withOptional("stillSeconds", line.node().map(there -> line.still().toSeconds()))
        .withOptional("stillTurns", line.node().map(there -> there.heartbeatProgress().turns()))
        .build();
  }

  private static Map<String, Object> rule(RuleEvaluation evaluations) {
    Tree.Builder tree = Tree.builder().with("rule", evaluations.rule());
    return switch (evaluations) {
      case RuleEvaluation.Applies applies ->
          tree.with("result", "APPLIES")
              .with("decision", applies.decision().code())
              .with("reason", applies.decision().reason().code())
              .build();
      case RuleEvaluation.Waits waits ->
          tree.with("result", "WAITS")
              .with("decision", waits.decision().code())
              .with("reason", waits.decision().reason().code())
              .build();
      case RuleEvaluation.HeldByPause held ->
          tree.with("result", "HELD_BY_PAUSE")
              .with("decision", held.decision().code())
              .with("reason", held.decision().reason().code())
              .build();
      case RuleEvaluation.DoesNotApply no -> tree.with("result", "DOES_NOT_APPLY").build();
      case RuleEvaluation.NotReached no -> tree.with("result", "NOT_REACHED").build();
    };
  }

  private static Map<String, Object> decision(Plan plan) {
    Decision decision = plan.decision();
    Reason reason = decision.reason();
    return Tree.builder()
        .with("decision", decision.code())
        .with("reason", reason.code())
        .with("message", reason.message())
        .with("evidence", new TreeMap<String, Object>(reason.evidence()))
        .with("heartbeatEvidence", heartbeatEvidence(plan.heartbeatEvidence()))
        .with("would", decision.summary())
        .with("details", decision.values())
        .build();
  }

  private static Map<String, Object> heartbeatEvidence(Map<InstanceId, HeartbeatVersion> states) {
    Map<String, Object> sorted = new TreeMap<>();
    states.forEach((instance, state) -> sorted.put(instance.value(), state.stateVersion()));
    return sorted;
  }
}
