package io.quorate.state;

import java.time.Instant;

/**
 * Something a person may need to know, for as long as it holds.
 *
 * @param type what holds
 * @param message which members, values and the way out
 * @param since when it began to hold, by the controller's clock
 */
public record Condition(Type type, String message, Instant since) {
  /** What may hold; docs/operations.md has a section for each. */
  public enum Type {
    /** The table is older than what agents or the lineage mirror have seen; nothing is decided. */
    TABLE_ROLLED_BACK,
    /** No turn has begun for too long; found by who looks, never stored. */
    CONTROLLER_SILENT,
    /** All heartbeats are too old; found by who looks, never stored. */
    AGENTS_SILENT,
    /** The cluster was deleted; nothing of it starts again. */
    CLUSTER_DELETED,
    /** The lineage mirror holds another cluster's lineage under this name. */
    ARCHIVE_FOREIGN,
    /** The stored spec does not pass validation. */
    SPEC_INVALID,
    /** A record that every decision needs cannot be read; nothing is decided. */
    RECORD_UNREADABLE,
    /** Fewer nodes have registered than the first voters need. */
    WAITING_FOR_NODES,
    /** Initial members do not come up. */
    BOOTSTRAP_STALLED,
    /** No quorum is seen, but the voters' disks may be whole: a person decides. */
    NO_QUORUM,
    /** A quorum proves itself, but a majority of its voters has lost its data on disk. */
    MAJORITY_NOT_DURABLE,
    /** Voters proven lost leave fewer than a quorum. */
    QUORUM_LOST,
    /** The data is lost, and is being restored from a snapshot as a new generation. */
    RECOVERY_RUNS,
    /** The data seems lost, and its recovery waits for something, or for a person. */
    RECOVERY_WAITS,
    /** An archived directory of an earlier generation holds more than was recovered of it. */
    DIVERGENT_DATA,
    /** The cluster was restored from a snapshot; what is newer is lost, until acknowledged. */
    DATA_RESTORED,
    /** Instances of the group were launched, and their agents have never reported. */
    NODE_NOT_REGISTERED,
    /** One more lost voter would lose the quorum. */
    REDUNDANCY_NONE,
    /** A voter gives the leader no answer. */
    VOTER_SILENT,
    /** A node's agent is silent while its member still answers others. */
    AGENT_SILENT,
    /** A node is silent and its member does not answer others. */
    NODE_UNREACHABLE,
    /** EC2 shows an instance of the group stopped; it is replaced after a grace. */
    INSTANCE_STOPPED,
    /** A member's data cannot be used; it waits to be replaced. */
    MEMBER_DATA_UNUSABLE,
    /** A node's disk holds data that its journal does not explain: a person decides. */
    DATA_FOREIGN,
    /** A listed member belongs to no known node. */
    MEMBER_UNKNOWN,
    /** A node keeps failing to join. */
    JOIN_FAILING,
    /** An instruction's executor does not answer. */
    EXECUTOR_SILENT,
    /** An overdue operation's instruction is not in its executor's slot: a person decides. */
    INSTRUCTION_MISSING,
    /** A node's row cannot be read, and its instance may live: nothing destructive is decided. */
    NODE_ROW_UNREADABLE,
    /** Rows are of instances that the group, EC2 and the records do not know; they are ignored. */
    ROWS_OF_STRANGERS,
    /** Too many clusters turned unhealthy at once: the observer is suspect. */
    FLEET_BREAKER,
    /** etcd raised an alarm. */
    ETCD_ALARM,
    /** An etcd is installed that the spec's version does not accept. */
    ETCD_VERSION_MISMATCH,
    /** A certificate expires within 30 days, or an authority within 180, and is not renewed. */
    CERTIFICATE_EXPIRES,
    /** A certificate has expired; nobody is removed or replaced for that. */
    CERTIFICATE_EXPIRED,
    /** Certificates of one's own, in files, do not fit a node. */
    CERTIFICATE_UNFIT,
    /** A member did not come back with new settings, and no further one is restarted. */
    ROLLOUT_HALTED,
    /** Members run with older settings, and a restart of one would end the quorum. */
    RESTART_AWAITED,
    /** The bucket's mirror of the lineage is lost, or another's. */
    LINEAGE_NOT_MIRRORED,
    /** Two intervals passed without a snapshot, though keys changed. */
    SNAPSHOT_OVERDUE,
    /** No snapshot was verified for too long. */
    SNAPSHOT_UNVERIFIED,
    /** Snapshots fail: one cannot be taken, verified or deleted, or was found wrong. */
    SNAPSHOT_FAILED,
    /** Objects or lines of snapshots cannot be read; they are passed over. */
    OBJECTS_UNREADABLE,
    /** A recorded termination or replacement request is not carried out. */
    TERMINATION_BLOCKED,
    /** The group terminates a member that cannot leave yet; its hook is held. */
    TERMINATION_HELD,
    /** Auto Scaling does not accept the answer to a lifecycle hook. */
    HOOK_UNANSWERED,
    /** The group's desired capacity is below the number of members; nothing is removed. */
    CAPACITY_BELOW_MEMBERS,
    /** The group's desired capacity and instances are unknown. */
    GROUP_UNKNOWN,
    /** The group's processes may kill voters on their own. */
    GROUP_UNSAFE,
    /** The group lacks a lifecycle hook of Quorate's. */
    HOOKS_MISSING,
    /** The default result of a hook of Quorate's is not CONTINUE. */
    HOOK_ABANDONS,
    /** The group has a lifecycle hook that is not Quorate's. */
    HOOK_FOREIGN,
    /** Launches were given up, for their agents did not report. */
    LAUNCHES_ABANDONED,
    /** The cloud is about to take instances with a member. */
    INTERRUPTION_ANNOUNCED,
    /** The cloud advises to replace instances with a member. */
    REBALANCE_RECOMMENDED,
    /** More members are desired than the group may have instances. */
    CAPACITY_ABOVE_MAXIMUM,
    /** A member is on an instance in standby; it keeps its seat. */
    MEMBER_IN_STANDBY
  }
}
