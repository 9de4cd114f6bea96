package io.quorate.agent.run;

import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of the agent and its etcd at one moment; the pages and metrics show it.
 *
 * @param tickMillis when the heartbeat loop last came round, by the agent's monotonic clock
 * @param unready why the own etcd should get no traffic; empty where it should
 * @param data what is known of the data directory
 * @param process what is known of the etcd process
 * @param revision the own etcd's revision, where it answered
 * @param heartbeats how many, by result
 * @param etcdRestarts how often etcd was started again, by the reason why it had ended
 * @param steps how many steps of instructions ended, by step
 * @param certificates when each certificate in use expires, by name
 */
public record AgentSnapshot(
    long tickMillis,
    Optional<String> unready,
    DataState data,
    ProcessState process,
    OptionalLong revision,
    Map<String, Long> heartbeats,
    Map<String, Long> etcdRestarts,
    Map<Step, Long> steps,
    Map<String, Instant> certificates) {
  public AgentSnapshot {
    heartbeats = Map.copyOf(heartbeats);
    etcdRestarts = Map.copyOf(etcdRestarts);
    steps = Map.copyOf(steps);
    certificates = Map.copyOf(certificates);
  }

  /**
   * A step of an instruction, and how it ended.
   *
   * @param kind the instruction's kind
   * @param step the step's name
   * @param result how it ended
   */
  public record Step(InstructionKind kind, String step, Outcome.Result result) {}
}
