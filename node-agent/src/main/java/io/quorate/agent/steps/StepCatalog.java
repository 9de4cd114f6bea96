package io.quorate.agent.steps;

import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.agent.steps.join.JoinProgram;
import io.quorate.agent.steps.leave.LeaveProgram;
import io.quorate.agent.steps.leave.RemoveMemberProgram;
import io.quorate.agent.steps.leave.SetPeerUrlProgram;
import io.quorate.agent.steps.restart.RestartProgram;
import io.quorate.command.CommandKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The code's own list of all steps: what each kind of instruction does, in order, and undoes. */
public final class StepCatalog {
  private StepCatalog() {}

  /** How a kind of instruction is carried out: the registry of all kinds. */
  static StepProgram program(CommandKind kind) {
    return switch (kind) {
      case JOIN -> new JoinProgram();
      case REMOVE_MEMBER -> new RemoveMemberProgram();
      case LEAVE -> new LeaveProgram();
      case RESTART_MEMBER -> new RestartProgram();
      case SET_PEER_URL -> new SetPeerUrlProgram();
      default -> throw new IllegalArgumentException(kind + " is not carried out in steps");
    };
  }

  /** The steps of an instruction, in order. */
  public static List<NamedStep> steps(CommandKind kind) {
    return program(kind).steps();
  }

  /** The steps that undo it, in order; the last one always ends it. */
  public static List<NamedStep> undo(CommandKind kind) {
    return program(kind).undo();
  }

  /** The step after this one. */
  static String after(List<NamedStep> steps, String name) {
    for (int i = 0; i < steps.size() - 1; i++) {
      if (steps.get(i).name().equals(name)) {
        return steps.get(i + 1).name();
      }
    }
    throw new IllegalStateException("no step after " + name + ": the last one must end");
  }

  /** The step of this name; an unknown one was journalled by another version of the agent. */
  static Step named(List<NamedStep> steps, String name) {
    Map<String, Step> byName = new LinkedHashMap<>();
    steps.forEach(listed -> byName.put(listed.name(), listed.step()));
    Step step = byName.get(name);
    if (step == null) {
      throw new IllegalStateException(
          "journalled step " + name + " is unknown: expected one of " + byName.keySet());
    }
    return step;
  }
}
