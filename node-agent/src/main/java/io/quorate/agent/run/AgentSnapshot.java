package io.quorate.agent.run;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.state.DataState;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the agent and its etcd at one moment; the pages and metrics show it.
 *
 * @param tickMillis when the heartbeat loop last came round, by the agent's monotonic clock
 * @param unready why the own etcd should get no traffic; empty where it should
 * @param data what is known of the data directory
 * @param process what is known of the etcd process
 * @param etcd what the own etcd told
 * @param own what else there is to tell of the agent
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
    EtcdView etcd,
    OwnView own,
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
   * Whether its etcd leads, or no leader is known: one such agent at least tells of the cluster.
   */
  public boolean leadsOrLacksLeader() {
    return etcd.status().filter(status -> !status.leads() && status.leader().isPresent()).isEmpty();
  }

  /**
   * What the own etcd told at the latest look.
   *
   * @param status its status; empty where it did not answer
   * @param quorumProven whether a linearizable read through it succeeded
   * @param listed how many members its list has; empty where the quorum is not proven
   * @param silentPeers how many other members did not answer
   */
  public record EtcdView(
      Optional<MemberStatus> status,
      boolean quorumProven,
      Optional<Listed> listed,
      long silentPeers) {}

  /**
   * How many members there are.
   *
   * @param voters those that vote
   * @param learners those that do not
   */
  public record Listed(long voters, long learners) {}

  /**
   * What there is to tell of the agent.
   *
   * @param instruction the instruction under way
   * @param generation newest generation of the cluster that it has seen
   * @param interrupted whether the cloud said that it is about to take the instance
   * @param reportAgeMillis how long ago it last wrote a heartbeat, or how long it has run without
   *     one
   * @param loopAgeMillis how long ago its loop last came round
   */
  public record OwnView(
      Optional<CommandKind> instruction,
      long generation,
      boolean interrupted,
      long reportAgeMillis,
      long loopAgeMillis) {}

  /**
   * A step of an instruction, and how it ended.
   *
   * @param kind the instruction's kind
   * @param step the step's name
   * @param result how it ended
   */
  public record Step(CommandKind kind, String step, Outcome.Result result) {}
}
