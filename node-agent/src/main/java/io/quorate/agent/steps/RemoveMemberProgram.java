package io.quorate.agent.steps;

import io.quorate.agent.steps.StepCatalog.Listed;
import io.quorate.command.CommandKind;
import java.util.List;

/** REMOVE_MEMBER: removes a dead member through the own etcd. */
final class RemoveMemberProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.REMOVE_MEMBER;
  }

  @Override
  public List<Listed> steps() {
    return List.of(
        new Listed("CHECK", RemoveTarget.CHECK),
        new Listed("REMOVE", RemoveTarget.REMOVE),
        new Listed("CONFIRM", RemoveTarget.CONFIRM));
  }

  @Override
  public List<Listed> undo() {
    return List.of(new Listed("CONCLUDE", RemoveTarget.CONCLUDE));
  }
}
