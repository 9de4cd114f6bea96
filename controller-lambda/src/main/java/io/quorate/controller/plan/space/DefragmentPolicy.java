package io.quorate.controller.plan.space;

import io.quorate.command.CommandKind;
import io.quorate.command.DefragmentMember;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.OpenCommand;
import io.quorate.state.SpaceWork;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Defragmentations of one member after the other. A request that names no member is taken up again
 * after each one, until every voter was defragmented for it.
 */
public final class DefragmentPolicy extends MaintenancePolicy {
  /** Etcd reads the database once and writes it once; a compaction may have to end before. */
  private static final Duration AT_LEAST = Duration.ofMinutes(4);

  private static final int PASSES = 2;
  private static final String MEMBER = "member";
  private static final String DONE = "done";

  @Override
  public CommandKind kind() {
    return CommandKind.DEFRAGMENT;
  }

  @Override
  public Optional<RequestKind> request() {
    return Optional.of(RequestKind.DEFRAGMENT);
  }

  @Override
  public String subjectName() {
    return MEMBER;
  }

  /** The plan that tells a member. */
  public static Plan plan(
      ClusterState clusterState, ObservedNode node, Reason reason, Optional<Request> request) {
    InstanceId instance = node.heartbeat().instance();
    DefragmentMember defragment =
        new DefragmentMember(
            CommandStart.header(clusterState, CommandKind.DEFRAGMENT, node),
            SizedTime.of(clusterState, AT_LEAST, PASSES));
    return CommandStart.maintenance(
        clusterState,
        node,
        defragment,
        new CommandStart.Subject(MEMBER, instance.value()),
        reason.and(MEMBER, instance),
        request);
  }

  /** Whether a node can be told now. */
  public static boolean ready(ClusterState clusterState, ObservedNode node) {
    return node.heartbeat().report().knows(CommandKind.DEFRAGMENT)
        && MaintenanceExecutors.settled(clusterState, node);
  }

  @Override
  public Optional<String> refuses(ClusterState clusterState, Request request) {
    List<ObservedNode> voters = DefragmentGate.voters(clusterState);
    if (voters.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> named = Optional.ofNullable(request.arguments().get(MEMBER));
    boolean unknown =
        named.filter(member -> voters.stream().noneMatch(node -> is(node, member))).isPresent();
    if (unknown) {
      return Optional.of(
          named.get()
              + " holds no voter; expected one of "
              + voters.stream()
                  .map(DefragmentPolicy::name)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    return DefragmentGate.never(clusterState)
        .or(
            () ->
                pending(clusterState, request)
                    .flatMap(node -> DefragmentGate.release(node).stream())
                    .findFirst());
  }

  /** Followers first. */
  @Override
  public Optional<ObservedNode> executor(ClusterState clusterState, Request request) {
    return pending(clusterState, request)
        .findFirst()
        .filter(node -> ready(clusterState, node))
        .filter(node -> DefragmentGate.inTheWay(clusterState, node, true).isEmpty());
  }

  @Override
  public String whyNone(ClusterState clusterState, Request request) {
    return pending(clusterState, request)
        .findFirst()
        .flatMap(node -> DefragmentGate.inTheWay(clusterState, node, true))
        .orElseGet(() -> MaintenanceExecutors.whyNone(clusterState, kind()));
  }

  @Override
  public Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    return Optional.of(plan(clusterState, node, reason, Optional.of(request)));
  }

  private static Stream<ObservedNode> pending(ClusterState clusterState, Request request) {
    Optional<String> named = Optional.ofNullable(request.arguments().get(MEMBER));
    Set<String> done = done(request);
    return DefragmentGate.voters(clusterState).stream()
        .filter(node -> named.map(member -> is(node, member)).orElse(true))
        .filter(node -> !done.contains(name(node)));
  }

  private static Set<String> done(Request request) {
    return Stream.of(request.result().getOrDefault(DONE, "").split(","))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean is(ObservedNode node, String member) {
    return name(node).equals(member);
  }

  private static String name(ObservedNode node) {
    return node.heartbeat().instance().value();
  }

  /** The next member's turn comes before the request is answered. */
  @Override
  public Request answered(
      ClusterState clusterState,
      OpenCommand open,
      Request request,
      Request.State state,
      String detail) {
    Map<String, String> result = new HashMap<>(CommandStart.result(open, MEMBER));
    result.put(
        DONE,
        Stream.concat(
                done(request).stream(),
                state == Request.State.DONE ? Stream.of(open.executor().value()) : Stream.empty())
            .distinct()
            .sorted()
            .collect(Collectors.joining(",")));
    Request next = request.in(state, detail, result);
    boolean more = state == Request.State.DONE && pending(clusterState, next).findAny().isPresent();
    return more ? request.in(Request.State.OPEN, open.executor() + ": " + detail, result) : next;
  }

  /**
   * Closed by time it is still counted as not answering for a while ({@code BlockedMembers}); a
   * lane that stays taken for ever would end all snapshots.
   */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.done(open, answer.detail(), Optional.empty());
  }

  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    Optional<SpaceWork.Defragmented> how =
        clusterState
            .node(open.executor())
            .flatMap(node -> open.answer(node.heartbeat()))
            .filter(answer -> answer.result() == Outcome.Result.DONE)
            .map(
                answer ->
                    new SpaceWork.Defragmented(
                        clusterState.view().observedAt(), number(answer.values(), "sizeBytes")));
    return how.map(
            done ->
                closed.withTasks(
                    closed
                        .tasks()
                        .withSpace(
                            closed
                                .tasks()
                                .space()
                                .defragmented(
                                    open.executor(), done, clusterState.view().nodes().keySet()))))
        .orElse(closed);
  }
}
