package io.quorate.controller.decision;

import io.quorate.codec.InstructionCodec;
import io.quorate.controller.view.ClusterView;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionSlot;
import io.quorate.state.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells a node to do something: fills its free slot; the plan's status opens the operation. */
public record IssueInstruction(Reason reason, Instruction instruction) implements Decision {
  /** The code, by which programs find what nodes were told in the journal. */
  public static final String CODE = "ISSUE_INSTRUCTION";

  @Override
  public String code() {
    return CODE;
  }

  @Override
  public String summary() {
    return "tell " + instruction.header().executor() + " by an instruction: " + instruction.kind();
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> attributes =
        new LinkedHashMap<>(InstructionCodec.writeInstruction(instruction));
    attributes.remove("schemaVersion");
    return attributes;
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    InstructionSlot slot = new InstructionSlot(instruction, InstructionSlot.State.OPEN);
    return DecisionWrites.of(List.of(SlotWrites.fill(view.cluster(), slot)));
  }
}
