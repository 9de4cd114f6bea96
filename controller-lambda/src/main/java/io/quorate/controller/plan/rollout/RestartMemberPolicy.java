package io.quorate.controller.plan.rollout;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.MembershipPolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.outdated.RollOuts;
import io.quorate.controller.plan.outdated.Soak;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.Optional;

/**
 * Restarts of members whose etcd runs with other settings than the spec's, or another release, and
 * those that an operator asks for.
 */
public final class RestartMemberPolicy extends MembershipPolicy {
  /** A database of gigabytes is read before etcd serves. */
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  @Override
  public CommandKind kind() {
    return CommandKind.RESTART_MEMBER;
  }

  /**
   * Tells a member to restart its etcd, so that it takes what the spec asks of its start.
   *
   * @param due who, and with what
   */
  public static Plan start(ClusterState clusterState, RestartDue.Due.Now due, Reason reason) {
    ObservedNode node = due.node();
    RestartMember restart =
        new RestartMember(
            CommandStart.header(clusterState, CommandKind.RESTART_MEMBER, node),
            CommandStart.clusterId(clusterState),
            due.member(),
            CommandStart.contacts(clusterState, node),
            due.settings(),
            SizedTime.of(clusterState, DEADLINE, 1).toMillis(),
            due.release(),
            due.asked().orElse(0L));
    return CommandStart.membership(clusterState, node, restart, reason);
  }

  /** After a failed restart nobody else is restarted; after one with a release, not at once. */
  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    Status next = closed.withRollOutHalt(RollOuts.after(clusterState, open, ended));
    return RollOuts.release(clusterState, open)
        .filter(
            release -> ended.filter(outcome -> outcome.result() == Outcome.Result.DONE).isPresent())
        .map(release -> next.withSoaking(Soak.begin(clusterState, open.executor(), release)))
        .orElse(next);
  }
}
