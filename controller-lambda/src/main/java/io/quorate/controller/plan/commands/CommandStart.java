package io.quorate.controller.plan.commands;

import io.quorate.command.Command;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.state.OpenCommand;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the plans that start a command: its header, its line in the status, its evidence. */
public final class CommandStart {
  /**
   * What a command is about.
   *
   * @param name what the value is: "snapshot", "revision"
   */
  public record Subject(String name, String value) {}

  private CommandStart() {}

  /** The header of a command that the controller gives out now. */
  public static CommandHeader header(
      ClusterState clusterState, CommandKind kind, ObservedNode executor) {
    ClusterView view = clusterState.view();
    String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new CommandHeader(
        "%s-%s-%s".formatted(name, view.token(), view.nonce()),
        executor.heartbeat().instance(),
        view.lineage().uid(),
        view.lineage().generation(),
        view.token(),
        view.observedAt());
  }

  /** Starts a change of the membership; it rests on what proves the quorum. */
  public static Plan membership(
      ClusterState clusterState, ObservedNode executor, Command command, Reason reason) {
    OpenCommand open =
        new OpenCommand(
            command.header().id(),
            command.kind(),
            command.header().executor(),
            command.removes(),
            clusterState.view().observedAt(),
            false);
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence =
        new HashMap<>(clusterState.quorum().heartbeatEvidence());
    heartbeatEvidence.put(open.executor(), HeartbeatVersion.of(executor.heartbeat()));
    return new Plan(
        new StartCommand(reason, command, Optional.empty()),
        clusterState.status().opening(open),
        heartbeatEvidence);
  }

  /**
   * Starts maintenance.
   *
   * @param subject what it is about, as a request's result names it
   */
  public static Plan maintenance(
      ClusterState clusterState,
      ObservedNode executor,
      Command command,
      Subject subject,
      Reason reason,
      Optional<Request> request) {
    Instant now = clusterState.view().observedAt();
    OpenCommand open =
        new OpenCommand(
            command.header().id(),
            command.kind(),
            command.header().executor(),
            subject.value(),
            request.map(Request::id),
            now,
            now.plus(command.deadline()),
            false);
    return new Plan(
        new StartCommand(
            reason, command, request.map(asked -> takenUp(asked, open, subject.name()))),
        clusterState.status().opening(open),
        Map.of(open.executor(), HeartbeatVersion.of(executor.heartbeat())));
  }

  private static RequestChange takenUp(Request request, OpenCommand open, String subject) {
    Map<String, String> result = new HashMap<>(request.result()); // Of parts that are done.
    result.putAll(result(open, subject));
    return new RequestChange(
        request, request.in(Request.State.TAKEN_UP, open.executor() + " was told", result));
  }

  /**
   * What a request's result says of the command that serves it.
   *
   * @param subject what its subject is
   */
  public static Map<String, String> result(OpenCommand open, String subject) {
    return Map.of(
        "task", open.commandId(), subject, open.subject(), "executor", open.executor().value());
  }

  /** Where a node's report proves a member dead, what follows rests on that report too. */
  public static Plan provenBy(DeathProof death, ClusterState clusterState, Plan plan) {
    if (!startsChange(plan)) {
      return plan;
    }
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence = new HashMap<>(plan.heartbeatEvidence());
    death
        .reportedBy()
        .flatMap(clusterState::node)
        .ifPresent(
            node ->
                heartbeatEvidence.put(death.instance(), death.heartbeatEvidence(node.heartbeat())));
    return new Plan(plan.decision(), plan.status(), heartbeatEvidence);
  }

  /** Whether a plan starts a change of the membership. */
  public static boolean startsChange(Plan plan) {
    return plan.decision() instanceof StartCommand start && start.lane() == Lane.MEMBERSHIP;
  }

  /** This generation's etcd cluster; only after the bootstrap. */
  public static EtcdClusterId clusterId(ClusterState clusterState) {
    return clusterState.view().lineage().bootstrap().orElseThrow().clusterId();
  }

  /** The other healthy voters' client URLs. */
  public static List<String> contacts(ClusterState clusterState, ObservedNode node) {
    return clusterState.quorum().healthyVoters().stream()
        .filter(voter -> !voter.heartbeat().instance().equals(node.heartbeat().instance()))
        .map(voter -> voter.heartbeat().endpoints().clientUrl())
        .toList();
  }
}
