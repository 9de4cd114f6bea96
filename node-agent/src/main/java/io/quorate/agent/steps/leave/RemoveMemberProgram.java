package io.quorate.agent.steps.leave;

import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.command.CommandKind;
import java.util.List;

/** REMOVE_MEMBER: removes a dead member through the own etcd. */
public final class RemoveMemberProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.REMOVE_MEMBER;
  }

  @Override
  public List<NamedStep> steps() {
    return List.of(
        new NamedStep("CHECK", RemoveTarget.CHECK),
        new NamedStep("REMOVE", RemoveTarget.REMOVE),
        new NamedStep("CONFIRM", RemoveTarget.CONFIRM));
  }

  @Override
  public List<NamedStep> undo() {
    return List.of(new NamedStep("CONCLUDE", RemoveTarget.CONCLUDE));
  }
}
