package io.quorate.agent.steps.leave;

import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.command.CommandKind;
import java.util.List;

/** SET_PEER_URL: sets a voter's peer URL back through the own etcd. */
public final class SetPeerUrlProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.SET_PEER_URL;
  }

  @Override
  public List<NamedStep> steps() {
    return List.of(
        new NamedStep("CHECK", PeerUrlStep.CHECK),
        new NamedStep("SET", PeerUrlStep.SET),
        new NamedStep("CONFIRM", PeerUrlStep.CONFIRM));
  }

  @Override
  public List<NamedStep> undo() {
    return List.of(new NamedStep("CONCLUDE", PeerUrlStep.CONCLUDE));
  }
}
