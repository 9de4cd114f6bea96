package io.quorate.controller.plan.space;

import io.quorate.command.CommandKind;
import io.quorate.command.DisarmAlarm;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.Optional;

/** Disarming of NOSPACE, once there is room on every member. */
public final class DisarmAlarmPolicy extends MaintenancePolicy {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @Override
  public CommandKind kind() {
    return CommandKind.DISARM_ALARM;
  }

  /** The plan that tells one voter. */
  public static Plan plan(
      ClusterState clusterState, ObservedNode node, long mostBytes, Reason reason) {
    DisarmAlarm disarm =
        new DisarmAlarm(
            CommandStart.header(clusterState, CommandKind.DISARM_ALARM, node), mostBytes, DEADLINE);
    return CommandStart.maintenance(
        clusterState,
        node,
        disarm,
        new CommandStart.Subject("alarm", "NOSPACE"),
        reason,
        Optional.empty());
  }

  @Override
  public String subjectName() {
    return "alarm";
  }

  /** Its executor looks at every member's size just before; etcd raises it again where one is. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.done(open, answer.detail(), Optional.empty());
  }
}
