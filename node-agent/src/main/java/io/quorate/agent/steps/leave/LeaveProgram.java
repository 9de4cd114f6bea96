package io.quorate.agent.steps.leave;

import io.quorate.agent.steps.frame.MoveLeaderAway;
import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.agent.steps.frame.StopFormerMember;
import io.quorate.command.CommandKind;
import java.util.List;

/**
 * LEAVE: leaves the running cluster.
 *
 * <ol>
 *   <li>The leadership goes to another voter, so that writes pause for no election.
 *   <li>The own member is removed while a quorum of the others answers (I2).
 *   <li>Another voter confirms it by a linearizable read: a removal without an answer may not have
 *       taken place, and the directory of a voter is never archived.
 *   <li>etcd stops, and its directory is archived.
 * </ol>
 */
public final class LeaveProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.LEAVE;
  }

  @Override
  public List<NamedStep> steps() {
    return List.of(
        new NamedStep("MOVE_LEADER", new MoveLeaderAway()),
        new NamedStep("REMOVE", new RemoveOwnMember()),
        new NamedStep("CONFIRM", new ConfirmLeave()),
        new NamedStep("STOP", new StopFormerMember()),
        new NamedStep("ARCHIVE_DIRECTORY", new ArchiveLeftDirectory()));
  }

  @Override
  public List<NamedStep> undo() {
    return List.of(
        new NamedStep("CONCLUDE", new ConcludeLeave()),
        new NamedStep("STOP", new StopFormerMember()),
        new NamedStep("ARCHIVE_DIRECTORY", new ArchiveLeftDirectory()));
  }
}
