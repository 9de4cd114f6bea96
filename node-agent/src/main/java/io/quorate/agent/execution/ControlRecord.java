package io.quorate.agent.execution;

import io.quorate.instruction.InstructionSlot;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Lineage;
import io.quorate.task.TaskSlot;
import java.util.Optional;

/**
 * What one read of the clusters table brought: lineage, settings, the own instruction slot, the own
 * task slot.
 */
public record ControlRecord(
    Optional<Lineage> lineage,
    Optional<ClusterSpec> spec,
    Optional<InstructionSlot> slot,
    Optional<TaskSlot> task) {}
