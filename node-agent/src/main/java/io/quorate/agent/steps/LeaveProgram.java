package io.quorate.agent.steps;

import io.quorate.agent.steps.StepCatalog.Listed;
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
final class LeaveProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.LEAVE;
  }

  @Override
  public List<Listed> steps() {
    return List.of(
        new Listed("MOVE_LEADER", new MoveLeaderAway()),
        new Listed("REMOVE", new RemoveOwnMember()),
        new Listed("CONFIRM", new ConfirmLeave()),
        new Listed("STOP", new StopFormerMember()),
        new Listed("ARCHIVE_DIRECTORY", new ArchiveLeftDirectory()));
  }

  @Override
  public List<Listed> undo() {
    return List.of(
        new Listed("CONCLUDE", new ConcludeLeave()),
        new Listed("STOP", new StopFormerMember()),
        new Listed("ARCHIVE_DIRECTORY", new ArchiveLeftDirectory()));
  }
}
