package io.quorate.agent.run;

import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the agent, at one moment.
 *
 * @param tickMillis when its loop last came round, monotonic
 * @param bootstrappedRecorded whether the lineage has a birth
 * @param process what is known of etcd's process
 * @param data what is known of the data
 * @param revision the own etcd's revision, where it answered
 * @param heartbeats how many, by result
 * @param restarts how often etcd exited, by cause
 * @param steps how many steps of instructions ended, by step
 */
public record NodeSnapshot(
    long tickMillis,
    boolean bootstrappedRecorded,
    ProcessState process,
    DataState data,
    Optional<Long> revision,
    Map<String, Long> heartbeats,
    Map<String, Long> restarts,
    Map<Step, Long> steps) {
  /** A step of an instruction, and how it ended. */
  public record Step(InstructionKind kind, String step, Outcome.Result result) {}

  /** Keeps the counters as they are. */
  public NodeSnapshot {
    heartbeats = Map.copyOf(heartbeats);
    restarts = Map.copyOf(restarts);
    steps = Map.copyOf(steps);
  }
}
