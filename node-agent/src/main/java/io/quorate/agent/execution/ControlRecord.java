package io.quorate.agent.execution;

import io.quorate.instruction.InstructionSlot;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Lineage;
import io.quorate.task.TaskSlot;
import java.util.Optional;

/**
 * What one read of the clusters table brought: lineage, settings, the own instruction slot, the own
 * task slot, and what was signed for this node.
 */
public record ControlRecord(
    Optional<Lineage> lineage,
    Optional<ClusterSpec> spec,
    Optional<InstructionSlot> slot,
    Optional<TaskSlot> task,
    Optional<OwnCertificates> certificates) {
  /** Without certificates. */
  public ControlRecord(
      Optional<Lineage> lineage,
      Optional<ClusterSpec> spec,
      Optional<InstructionSlot> slot,
      Optional<TaskSlot> task) {
    this(lineage, spec, slot, task, Optional.empty());
  }

  /** The same, with another task to carry out. */
  public ControlRecord telling(TaskSlot other) {
    return new ControlRecord(lineage, spec, slot, Optional.of(other), certificates);
  }
}
