package io.quorate.agent.metrics;

import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the pages and metrics show of the agent, at one moment.
 *
 * @param tickNanos when the agent's loop last came round, by {@link System#nanoTime}
 * @param bootstrappedRecorded whether the lineage has a birth: the bootstrap's or a later
 *     generation's
 * @param etcdAnswering whether the own etcd answered when last asked
 * @param data what is known of the data directory
 * @param process what is known of the etcd process
 * @param revision the own etcd's revision, where it answered
 * @param heartbeats how many, by result
 * @param etcdRestarts how often etcd was started again, by reason
 * @param steps how many steps of instructions ended, by step
 * @param certificates when each certificate in use expires, by name
 */
public record AgentSnapshot(
    long tickNanos,
    boolean bootstrappedRecorded,
    boolean etcdAnswering,
    DataState data,
    ProcessState process,
    OptionalLong revision,
    Map<String, Long> heartbeats,
    Map<String, Long> etcdRestarts,
    Map<Step, Long> steps,
    Map<String, Instant> certificates) {
  /** Keeps the counters as they are. */
  public AgentSnapshot {
    heartbeats = Map.copyOf(heartbeats);
    etcdRestarts = Map.copyOf(etcdRestarts);
    steps = Map.copyOf(steps);
    certificates = Map.copyOf(certificates);
  }

  /** Before the first look at anything. */
  public static AgentSnapshot starting(long nanos) {
    return new AgentSnapshot(
        nanos,
        false,
        false,
        DataState.NONE,
        ProcessState.STOPPED,
        OptionalLong.empty(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of());
  }

  /**
   * What is counted of an instruction's step.
   *
   * @param kind the instruction's kind
   * @param step the step's name
   * @param result how it ended
   */
  public record Step(InstructionKind kind, String step, Outcome.Result result) {}
}
