package io.quorate.controller.plan.commands;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.util.Optional;

/**
 * All that the controller knows of a kind of command. A kind's own file has this, its deadline and
 * how it is started.
 */
public interface CommandPolicy {
  /** The kind. */
  CommandKind kind();

  /** What came of it, as its executor answered. */
  EndedCommand ended(ClusterState clusterState, OpenCommand open, Outcome answer);

  /**
   * The status after its end.
   *
   * @param ended how it ended; absent when its executor is proven terminated
   * @param closed the status with the command closed
   */
  default Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    return closed;
  }

  /** Whether its late effect harms nobody; only such a command is closed by time (I3). */
  default boolean harmlessWhenLate() {
    return false;
  }

  /** Why it gives way before its deadline. */
  default Optional<Reason> givesWay(ClusterState clusterState, OpenCommand open) {
    return Optional.empty();
  }

  /** The operators' request that asks for it. */
  default Optional<RequestKind> request() {
    return Optional.empty();
  }

  /** Whether the end of one command answers the request; else a rule of its own does. */
  default boolean answersRequest() {
    return true;
  }

  /** The node that does it best when an operator asks for it; empty while none may. */
  default Optional<ObservedNode> executor(ClusterState clusterState) {
    return Optional.empty();
  }

  /** The same for one request, where who does it depends on that. */
  default Optional<ObservedNode> executor(ClusterState clusterState, Request request) {
    return executor(clusterState);
  }

  /** Why a request is refused at once; empty where it may be carried out, now or later. */
  default Optional<String> refuses(ClusterState clusterState, Request request) {
    return Optional.empty();
  }

  /** Why no node carries a request out, for people. */
  default String whyNone(ClusterState clusterState, Request request) {
    return MaintenanceExecutors.whyNone(clusterState, kind());
  }

  /** The request after the command that served it has ended so. */
  default Request answered(
      ClusterState clusterState,
      OpenCommand open,
      Request request,
      Request.State state,
      String detail) {
    return request.in(state, detail, CommandStart.result(open, subjectName()));
  }

  /** The plan that starts what an operator asks for; empty where another rule answers. */
  default Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    return Optional.empty();
  }

  /** What its subject is, in a request's result. */
  default String subjectName() {
    return "snapshot";
  }
}
