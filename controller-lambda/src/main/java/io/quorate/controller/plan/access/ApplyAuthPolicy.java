package io.quorate.controller.plan.access;

import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.AuthWork;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Work on etcd's users and roles, by one voter. A second one begins only after the first's proven
 * end: two that change them for different specs would undo each other's work.
 */
public final class ApplyAuthPolicy extends MaintenancePolicy {
  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final String DIGEST = "digest";

  @Override
  public CommandKind kind() {
    return CommandKind.APPLY_AUTH;
  }

  @Override
  public Optional<RequestKind> request() {
    return Optional.of(RequestKind.REFRESH_AUTH);
  }

  @Override
  public String subjectName() {
    return DIGEST;
  }

  @Override
  public Optional<String> refuses(ClusterState clusterState, Request request) {
    return clusterState.view().spec().auth().isEmpty()
        ? Optional.of("the spec has no section auth: access control is left as etcd has it")
        : Optional.empty();
  }

  @Override
  public Optional<ObservedNode> executor(ClusterState clusterState) {
    return AuthDue.asked(clusterState, Reason.of("REQUESTED", ""))
        .flatMap(due -> super.executor(clusterState));
  }

  @Override
  public String whyNone(ClusterState clusterState, Request request) {
    return clusterState
        .view()
        .spec()
        .auth()
        .flatMap(auth -> AuthDue.inTheWay(clusterState, auth))
        .orElseGet(() -> super.whyNone(clusterState, request));
  }

  @Override
  public Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    return AuthDue.asked(clusterState, reason)
        .map(due -> plan(clusterState, node, due, Optional.of(request)));
  }

  /** The plan that tells one voter. */
  public static Plan plan(
      ClusterState clusterState, ObservedNode node, AuthDue.Due due, Optional<Request> request) {
    String digest = AuthDue.digest(clusterState, due.auth());
    ApplyAuth apply =
        new ApplyAuth(
            CommandStart.header(clusterState, CommandKind.APPLY_AUTH, node),
            due.auth(),
            digest,
            due.change(),
            AgentIdentities.names(clusterState),
            clusterState
                .status()
                .tasks()
                .auth()
                .seen()
                .map(AuthWork.Seen::waiting)
                .orElse(List.of()),
            DEADLINE);
    Plan started =
        CommandStart.maintenance(
            clusterState,
            node,
            apply,
            new CommandStart.Subject(DIGEST, digest),
            due.reason().and("change", due.change()),
            request);
    return due.change() ? beginning(started, digest) : started;
  }

  private static Plan beginning(Plan started, String digest) {
    MaintenanceLane tasks = started.status().tasks();
    return new Plan(
        started.decision(),
        started.status().withTasks(tasks.withAuth(tasks.auth().beginning(digest))),
        started.heartbeatEvidence());
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.done(open, answer.detail(), Optional.empty());
  }

  /** What was found is kept; the section counts as applied where it was changed. */
  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    return clusterState
        .node(open.executor())
        .flatMap(node -> open.answer(node.heartbeat()))
        .filter(answer -> answer.result() == Outcome.Result.DONE)
        .map(answer -> seen(clusterState, answer.values()))
        .map(
            seen ->
                closed.withTasks(
                    closed
                        .tasks()
                        .withAuth(closed.tasks().auth().saw(seen, digest(clusterState, open)))))
        .orElse(closed);
  }

  private static AuthWork.Seen seen(ClusterState clusterState, Map<String, Object> values) {
    return new AuthWork.Seen(
        clusterState.view().observedAt(),
        Boolean.TRUE.equals(values.get(ApplyAuth.ENABLED)),
        number(values, ApplyAuth.REVISION),
        text(values, ApplyAuth.DIFFERS),
        Stream.of(text(values, ApplyAuth.WAITING).split(" "))
            .filter(user -> !user.isEmpty())
            .toList(),
        text(values, ApplyAuth.WHY));
  }

  private static String text(Map<String, Object> values, String name) {
    return values.get(name) instanceof String text ? text : "";
  }

  private static Optional<String> digest(ClusterState clusterState, OpenCommand open) {
    return clusterState
        .view()
        .slot(open)
        .filter(slot -> slot.command() instanceof ApplyAuth)
        .map(slot -> (ApplyAuth) slot.command())
        .filter(ApplyAuth::change)
        .map(ApplyAuth::digest);
  }
}
