package io.quorate.controller.plan.rollout;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.ReplaceNode;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.plan.outdated.NodeReplacement;
import io.quorate.controller.plan.outdated.OutdatedNodes;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Replaces instances that serve, one at a time; {@link NodeReplacement} tells which, and what has
 * to hold.
 *
 * <ol>
 *   <li>The intent is recorded, and the group is asked to terminate the instance without decrement:
 *       it launches another, from its present launch template.
 *   <li>Quorate's termination hook holds the instance, so that it serves on; the rules for held
 *       members do the rest: the successor joins, the member leaves, the hook is answered.
 *   <li>The group is asked again after a pause while it does not show that it terminates it.
 *   <li>An operator's request is answered once nothing that it asks for is left.
 * </ol>
 */
public final class ReplaceOutdatedNode implements Rule {
  @Override
  public String code() {
    return "REPLACE_OUTDATED_NODE";
  }

  /** The instance serves on, and delays no other change. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  /** One that was asked for before is asked for until the group shows it. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return plan.decision() instanceof ReplaceNode
        && clusterState.view().status().group().replacing().flatMap(Termination::askedAt).isEmpty();
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return answered(clusterState)
        .or(() -> again(clusterState))
        .or(() -> NodeReplacement.due(clusterState).map(instance -> begin(clusterState, instance)));
  }

  private static Optional<Plan> again(ClusterState clusterState) {
    return clusterState
        .status()
        .group()
        .replacing()
        .filter(intent -> RecordedTerminations.pending(clusterState, intent.instance()))
        .filter(
            intent -> !RecordedTerminations.askedJustNow(intent, clusterState.view().observedAt()))
        .map(intent -> ask(clusterState, intent, Optional.empty()));
  }

  private static Plan begin(ClusterState clusterState, InstanceId instance) {
    List<String> inTheWay =
        Stream.concat(
                NodeReplacement.inTheWay(clusterState, instance).stream(),
                BeforeUpgrade.ofNode(clusterState).stream())
            .toList();
    if (!inTheWay.isEmpty()) {
      return PlanChoice.rest(
          clusterState,
          Reason.of(
              "NODE_WAITS",
              instance + " is to be replaced, and waits: " + String.join("; ", inTheWay)));
    }
    Optional<Request> request = requestFor(clusterState, instance);
    String because =
        request
            .map(asked -> asked.by() + " asks to replace " + instance)
            .orElse(instance + " was launched from another version than the group's");
    return ask(
        clusterState,
        Termination.decided(instance, because, clusterState.view().observedAt()),
        request
            .filter(asked -> asked.state() == Request.State.OPEN)
            .map(
                asked ->
                    new RequestChange(
                        asked,
                        asked.in(
                            Request.State.TAKEN_UP,
                            instance + " is replaced",
                            Map.of(Request.INSTANCE, instance.value())))));
  }

  private static Optional<Request> requestFor(ClusterState clusterState, InstanceId instance) {
    return NodeReplacement.requests(clusterState).stream()
        .filter(
            request ->
                NodeReplacement.ofAll(request)
                    || NodeReplacement.named(request).filter(instance::equals).isPresent())
        .findFirst();
  }

  private static Plan ask(
      ClusterState clusterState, Termination intent, Optional<RequestChange> request) {
    Instant now = clusterState.view().observedAt();
    Termination asked = intent.asked(now);
    Reason reason =
        Reason.of(
                "NODE_OUTDATED",
                intent.because()
                    + ": its group terminates it, and its hook holds it until a successor serves")
            .and("instance", intent.instance());
    return new Plan(
        new ReplaceNode(reason, asked, request),
        clusterState
            .status()
            .withGroup(clusterState.status().group().replacing(Optional.of(asked))),
        clusterState.quorum().heartbeatEvidenceAnd(intent.instance()));
  }

  private static Optional<Plan> answered(ClusterState clusterState) {
    return clusterState.view().group() instanceof GroupView.Observed group
        ? NodeReplacement.requests(clusterState).stream()
            .flatMap(request -> answer(clusterState, group, request).stream())
            .findFirst()
        : Optional.empty();
  }

  private static Optional<Plan> answer(
      ClusterState clusterState, GroupView.Observed group, Request request) {
    if (!NodeReplacement.ofAll(request)) {
      return answerNamed(clusterState, group, request);
    }
    if (clusterState.status().group().replacing().isPresent()
        || !OutdatedNodes.of(group).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        OutdatedNodes.wanted(group).isEmpty()
            ? plan(
                clusterState,
                request,
                Request.State.REFUSED,
                "the group launches from no numbered version of one launch template, so that nothing"
                    + " tells which instances are outdated: name one with --instance")
            : plan(clusterState, request, Request.State.DONE, "no instance is outdated"));
  }

  private static Optional<Plan> answerNamed(
      ClusterState clusterState, GroupView.Observed group, Request request) {
    Optional<InstanceId> named = NodeReplacement.named(request);
    if (named
        .filter(
            instance -> group.keeps(instance) || clusterState.status().group().replaces(instance))
        .isPresent()) {
      return Optional.empty();
    }
    String given = request.arguments().getOrDefault(Request.INSTANCE, "");
    return Optional.of(
        request.state() == Request.State.TAKEN_UP
            ? plan(clusterState, request, Request.State.DONE, given + " is replaced")
            : plan(
                clusterState,
                request,
                Request.State.REFUSED,
                "'"
                    + given
                    + "' is not in service in group "
                    + clusterState.view().spec().group()
                    + ": quorate nodes list "
                    + clusterState.view().cluster()
                    + " shows those that are"));
  }

  private static Plan plan(
      ClusterState clusterState, Request request, Request.State state, String words) {
    return new Plan(AnswerRequest.told(request, state, words), clusterState.status(), Map.of());
  }
}
