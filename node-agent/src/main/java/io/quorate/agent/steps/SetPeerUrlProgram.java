package io.quorate.agent.steps;

import io.quorate.agent.steps.StepCatalog.Listed;
import io.quorate.command.CommandKind;
import java.util.List;

/** SET_PEER_URL: sets a voter's peer URL back through the own etcd. */
final class SetPeerUrlProgram implements StepProgram {
  @Override
  public CommandKind kind() {
    return CommandKind.SET_PEER_URL;
  }

  @Override
  public List<Listed> steps() {
    return List.of(
        new Listed("CHECK", PeerUrlStep.CHECK),
        new Listed("SET", PeerUrlStep.SET),
        new Listed("CONFIRM", PeerUrlStep.CONFIRM));
  }

  @Override
  public List<Listed> undo() {
    return List.of(new Listed("CONCLUDE", PeerUrlStep.CONCLUDE));
  }
}
