package io.quorate.agent.port;

/**
 * What a node needs to take part in a recovery.
 *
 * @param restore restores snapshots
 * @param noEtcd proves that no etcd is at work
 * @param alarms disarms what a restore keeps
 */
public record RecoveryPorts(SnapshotRestore restore, NoEtcdProof noEtcd, AlarmApi alarms) {}
