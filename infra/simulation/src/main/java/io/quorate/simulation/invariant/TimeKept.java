package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.InstructionProgress;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I3: the time that a journal counts for one instruction never falls from save to save, whoever
 * starts its agent anew, unless its disk was set back: else an agent that keeps crashing never
 * comes to its deadline.
 */
final class TimeKept extends EventInvariant {
  private record Spent(String instruction, long millis) {
    static Spent of(InstructionProgress progress) {
      return new Spent(progress.instruction().header().id(), progress.spentMillis());
    }
  }

  private final SimCluster simCluster;
  private final Map<Machine, Spent> counted = new HashMap<>();

  TimeKept(SimWorld world, SimCluster simCluster) {
    super("I3 TIME_KEPT", world);
    this.simCluster = simCluster;
  }

  /** An agent has saved its journal. */
  void saved(Machine machine) {
    Optional<Spent> now = machine.journal().flatMap(AgentJournal::progress).map(Spent::of);
    Optional<Spent> before = Optional.ofNullable(counted.remove(machine));
    now.ifPresent(spent -> counted.put(machine, spent));
    now.filter(spent -> !setBack(machine))
        .filter(spent -> before.filter(then -> fell(then, spent)).isPresent())
        .ifPresent(
            spent -> {
              breaks(
                  machine.instance().id()
                      + " counts "
                      + spent
                      + ", it had counted "
                      + before.orElseThrow());
            });
  }

  private boolean setBack(Machine machine) {
    return simCluster.fleet().nodes().stream()
        .anyMatch(node -> node.machine() == machine && node.rolledBack());
  }

  private static boolean fell(Spent then, Spent now) {
    return now.instruction().equals(then.instruction()) && now.millis() < then.millis();
  }
}
