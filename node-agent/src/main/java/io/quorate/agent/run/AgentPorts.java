package io.quorate.agent.run;

import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.JournalDisk;
import io.quorate.agent.port.NodeTls;
import io.quorate.agent.port.RecoveryPorts;
import io.quorate.agent.port.TokenKeys;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.state.Interruption;
import io.quorate.store.RecordStore;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The world, as the agent meets it.
 *
 * @param store shared state
 * @param etcd etcd's API, any member's
 * @param host the own etcd process
 * @param disk the data directories
 * @param journal the agent's memory
 * @param monotonicMillis for all decisions
 * @param clock for people only
 * @param nonces mints nonces of letters and digits
 * @param tasks how tasks are carried out
 * @param worker the thread that they run on
 * @param recovery what a recovery needs; empty where this node takes no part in any
 * @param tls the node's key and certificates
 * @param interruption the cloud's word that it is about to take the instance
 * @param tokenKeys the keys of the bucket with which etcd signs its tokens
 */
public record AgentPorts(
    RecordStore store,
    EtcdApi etcd,
    EtcdHost host,
    DataDisk disk,
    JournalDisk journal,
    LongSupplier monotonicMillis,
    InstantSource clock,
    Supplier<String> nonces,
    TaskPrograms tasks,
    TaskWorker worker,
    Optional<RecoveryPorts> recovery,
    NodeTls tls,
    Supplier<Optional<Interruption>> interruption,
    TokenKeys tokenKeys) {
  /** The world of an agent that fetches no keys, and whose instance nobody takes. */
  public AgentPorts(
      RecordStore store,
      EtcdApi etcd,
      EtcdHost host,
      DataDisk disk,
      JournalDisk journal,
      LongSupplier monotonicMillis,
      InstantSource clock,
      Supplier<String> nonces,
      TaskPrograms tasks,
      TaskWorker worker,
      Optional<RecoveryPorts> recovery,
      NodeTls tls) {
    this(
        store,
        etcd,
        host,
        disk,
        journal,
        monotonicMillis,
        clock,
        nonces,
        tasks,
        worker,
        recovery,
        tls,
        Optional::empty,
        TokenKeys.NONE);
  }

  /** The world of an agent that carries out no tasks. */
  public AgentPorts(
      RecordStore store,
      EtcdApi etcd,
      EtcdHost host,
      DataDisk disk,
      JournalDisk journal,
      LongSupplier monotonicMillis,
      InstantSource clock,
      Supplier<String> nonces) {
    this(
        store,
        etcd,
        host,
        disk,
        journal,
        monotonicMillis,
        clock,
        nonces,
        TaskPrograms.none(),
        TaskWorker.none(),
        Optional.empty(),
        NodeTls.NONE);
  }
}
