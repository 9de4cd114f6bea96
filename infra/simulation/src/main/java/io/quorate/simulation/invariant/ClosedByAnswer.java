package io.quorate.simulation.invariant;

import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.Outcome;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;

/**
 * I3: an instruction is closed only by its executor's answer, as the controller has read it, or
 * once its executor is terminated.
 */
final class ClosedByAnswer extends EventInvariant {
  private final SimCluster simCluster;

  ClosedByAnswer(SimWorld world, SimCluster simCluster) {
    super("I3 CLOSED_BY_ANSWER", world);
    this.simCluster = simCluster;
  }

  /** An instruction was closed. */
  void closed(StoreModel.Written done, InstructionSlot slot) {
    InstructionHeader header = slot.instruction().header();
    if (!answered(done, header) && !simCluster.group().terminated(header.executor())) {
      breaks(
          done.by()
              + " closes "
              + header.id()
              + ", but "
              + header.executor()
              + " neither answered it nor is terminated");
    }
  }

  private boolean answered(StoreModel.Written done, InstructionHeader header) {
    return Evidence.read(simCluster, done).stream()
        .filter(row -> row.instance().equals(header.executor()))
        .flatMap(row -> row.outcome().stream())
        .map(Outcome::instructionId)
        .anyMatch(header.id()::equals);
  }
}
