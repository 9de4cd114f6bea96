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
    TABLE_ROLLED_BACK(Severity.PAGE),
    /** No turn has begun for too long; found by who looks, never stored. */
    CONTROLLER_SILENT(Severity.PAGE),
    /** All heartbeats are too old; found by who looks, never stored. */
    AGENTS_SILENT(Severity.PAGE),
    /** The cluster was deleted; nothing of it starts again. */
    CLUSTER_DELETED(Severity.NOTE),
    /** The lineage mirror holds another cluster's lineage under this name. */
    ARCHIVE_FOREIGN(Severity.PAGE),
    /** The stored spec does not pass validation. */
    SPEC_INVALID(Severity.PAGE),
    /** A record that every decision needs cannot be read; nothing is decided. */
    RECORD_UNREADABLE(Severity.PAGE),
    /** Fewer nodes have registered than the first voters need. */
    WAITING_FOR_NODES(Severity.NOTE),
    /** Initial members do not come up. */
    BOOTSTRAP_STALLED(Severity.TICKET),
    /** Too few agents report to tell whether a quorum serves; etcd may serve. */
    UNSEEN(Severity.PAGE),
    /** No quorum serves, but the voters' disks may be whole: a person decides. */
    NO_QUORUM(Severity.PAGE),
    /** A voter is lost, and the others run and elect nobody: soon that is a lost quorum. */
    NO_LEADER_ELECTED(Severity.NOTE),
    /** A quorum proves itself, but a majority of its voters has lost its data on disk. */
    MAJORITY_NOT_DURABLE(Severity.PAGE),
    /** Voters proven lost leave fewer than a quorum. */
    QUORUM_LOST(Severity.PAGE),
    /** The data is lost, and is being restored from a snapshot as a new generation. */
    RECOVERY_RUNS(Severity.PAGE),
    /** Its group wants no instance: it is put to rest, rests, or comes back from there. */
    HIBERNATES(Severity.NOTE),
    /** The data seems lost, and its recovery waits for something, or for a person. */
    RECOVERY_WAITS(Severity.PAGE),
    /** What a recovery is to restore cannot be read. */
    SOURCE_UNREADABLE(Severity.PAGE),
    /** An archived directory of an earlier generation holds more than was recovered of it. */
    DIVERGENT_DATA(Severity.TICKET),
    /** The cluster was restored from a snapshot; what is newer is lost, until acknowledged. */
    DATA_RESTORED(Severity.TICKET),
    /** Instances of the group were launched, and their agents have never reported. */
    NODE_NOT_REGISTERED(Severity.TICKET),
    /** One more lost voter would lose the quorum. */
    REDUNDANCY_NONE(Severity.TICKET),
    /** A voter gives the leader no answer. */
    VOTER_SILENT(Severity.NOTE),
    /** A node's agent is silent while its member still answers others. */
    AGENT_SILENT(Severity.TICKET),
    /** A node is silent and its member does not answer others. */
    NODE_UNREACHABLE(Severity.TICKET),
    /** EC2 shows an instance of the group stopped; it is replaced after a grace. */
    INSTANCE_STOPPED(Severity.NOTE),
    /** A member's data cannot be used; it waits to be replaced. */
    MEMBER_DATA_UNUSABLE(Severity.NOTE),
    /** A member's etcd ended three times within five minutes, and not of damaged data. */
    MEMBER_KEEPS_EXITING(Severity.TICKET),
    /** A node's disk holds data that its journal does not explain: a person decides. */
    DATA_FOREIGN(Severity.TICKET),
    /** A listed member belongs to no known node. */
    MEMBER_UNKNOWN(Severity.TICKET),
    /** A listed member that somebody added by hand never started; as a voter it costs a quorum. */
    MEMBER_NEVER_STARTED(Severity.TICKET),
    /** A voter is listed with another peer URL than its node has. */
    PEER_URL_DIFFERS(Severity.TICKET),
    /** A node keeps failing to join. */
    JOIN_FAILING(Severity.TICKET),
    /** An instruction's executor does not answer. */
    EXECUTOR_SILENT(Severity.TICKET),
    /** An overdue operation's instruction is not in its executor's slot: a person decides. */
    INSTRUCTION_MISSING(Severity.TICKET),
    /** A node's row cannot be read, and its instance may live: nothing destructive is decided. */
    NODE_ROW_UNREADABLE(Severity.TICKET),
    /** Rows are of instances that the group, EC2 and the records do not know; they are ignored. */
    ROWS_OF_STRANGERS(Severity.NOTE),
    /** Too many clusters turned unhealthy at once: the observer is suspect. */
    FLEET_BREAKER(Severity.PAGE),
    /** etcd raised an alarm. */
    ETCD_ALARM(Severity.PAGE),
    /** Voters hold different data, and no majority is equal: a person decides. */
    DATA_DISPUTED(Severity.PAGE),
    /** Voters hold other data than a majority; one after the other leaves and joins anew. */
    DATA_DIFFERS(Severity.TICKET),
    /** etcd refuses writes, and what is in use leaves no room: a person decides. */
    DATA_EXCEEDS_QUOTA(Severity.PAGE),
    /** The database has nine tenths of the quota, or more; at the quota etcd refuses writes. */
    QUOTA_NEAR(Severity.TICKET),
    /** A database has many free pages; they are given back to the disk. */
    SPACE_FRAGMENTED(Severity.NOTE),
    /** A disk has little room left. */
    DISK_NEAR_FULL(Severity.TICKET),
    /** etcd's access control refuses the agents: nothing is replaced, removed or saved. */
    AUTH_WITHOUT_IDENTITY(Severity.PAGE),
    /** etcd's users and roles are not, or not yet, what the spec asks for. */
    AUTH_DIFFERS(Severity.TICKET),
    /** No client is served until access control is on, without which the generation began. */
    CLOSED_UNTIL_AUTH(Severity.NOTE),
    /** No client has been served for minutes, for access control cannot be switched on. */
    CLOSED_TOO_LONG(Severity.PAGE),
    /** Access control is on under a release of etcd that lets through what it should not. */
    AUTH_UNSOUND(Severity.PAGE),
    /** An etcd is installed that the spec's version does not accept. */
    ETCD_VERSION_MISMATCH(Severity.TICKET),
    /** A certificate expires within 30 days, or an authority within 180, and is not renewed. */
    CERTIFICATE_EXPIRES(Severity.TICKET),
    /** A certificate has expired; nobody is removed or replaced for that. */
    CERTIFICATE_EXPIRED(Severity.PAGE),
    /** Certificates of one's own, in files, do not fit a node. */
    CERTIFICATE_UNFIT(Severity.TICKET),
    /** A member did not come back with new settings, and no further one is restarted. */
    ROLLOUT_HALTED(Severity.TICKET),
    /** Members run with older settings, and a restart of one would end the quorum. */
    RESTART_AWAITED(Severity.NOTE),
    /** Members change to another etcd release, one at a time. */
    UPGRADE_RUNS(Severity.NOTE),
    /** Another etcd release cannot be rolled out; nothing was restarted for it. */
    UPGRADE_BLOCKED(Severity.TICKET),
    /** The next member that changes leaves one of the older line: a person has to approve. */
    UPGRADE_NEEDS_APPROVAL(Severity.TICKET),
    /** A member did not come back with another etcd release, and no further one changes. */
    UPGRADE_HALTED(Severity.TICKET),
    /** Members run an etcd release with a known fault. */
    ETCD_RELEASE_OUTDATED(Severity.NOTE),
    /** The bucket's mirror of the lineage is lost, or another's. */
    LINEAGE_NOT_MIRRORED(Severity.TICKET),
    /** Two intervals passed without a snapshot, though keys changed. */
    SNAPSHOT_OVERDUE(Severity.TICKET),
    /** No snapshot was verified for too long. */
    SNAPSHOT_UNVERIFIED(Severity.TICKET),
    /** Snapshots fail: one cannot be taken, verified or deleted, or was found wrong. */
    SNAPSHOT_FAILED(Severity.TICKET),
    /** Objects or lines of snapshots cannot be read; they are passed over. */
    OBJECTS_UNREADABLE(Severity.TICKET),
    /** A recorded termination or replacement request is not carried out. */
    TERMINATION_BLOCKED(Severity.TICKET),
    /** The group terminates a member that cannot leave yet; its hook is held. */
    TERMINATION_HELD(Severity.TICKET),
    /** Auto Scaling does not accept the answer to a lifecycle hook. */
    HOOK_UNANSWERED(Severity.TICKET),
    /** The group's desired capacity is below the number of members; nothing is removed. */
    CAPACITY_BELOW_MEMBERS(Severity.TICKET),
    /** The group's desired capacity and instances are unknown. */
    GROUP_UNKNOWN(Severity.TICKET),
    /** Calls to AWS are throttled, slow, denied or not answered; which, and since when. */
    CLOUD_UNANSWERED(Severity.TICKET),
    /** The group's processes may kill voters on their own. */
    GROUP_UNSAFE(Severity.TICKET),
    /** The group has too few instances and launches none: its launches fail or are suspended. */
    LAUNCHES_FAIL(Severity.TICKET),
    /** Processes of the group are suspended that the replacement of an instance needs. */
    PROCESSES_SUSPENDED(Severity.TICKET),
    /** The group lacks a lifecycle hook of Quorate's. */
    HOOKS_MISSING(Severity.TICKET),
    /** The default result of a hook of Quorate's is not CONTINUE. */
    HOOK_ABANDONS(Severity.TICKET),
    /** The group has a lifecycle hook that is not Quorate's. */
    HOOK_FOREIGN(Severity.NOTE),
    /** Launches were given up, for their agents did not report. */
    LAUNCHES_ABANDONED(Severity.TICKET),
    /** The cloud is about to take instances with a member. */
    INTERRUPTION_ANNOUNCED(Severity.NOTE),
    /** The cloud advises to replace instances with a member. */
    REBALANCE_RECOMMENDED(Severity.NOTE),
    /** More members are desired than the group may have instances. */
    CAPACITY_ABOVE_MAXIMUM(Severity.TICKET),
    /** A member is on an instance in standby; it keeps its seat. */
    MEMBER_IN_STANDBY(Severity.NOTE),
    /** Instances were launched from another version of the template than the group's. */
    NODES_OUTDATED(Severity.NOTE),
    /**
     * The records of the cluster's name do not follow its voters, for Route 53 does not take them.
     */
    DNS_LATE(Severity.TICKET),
    /** The cluster's name has records that somebody else made; nothing is written over them. */
    DNS_NAME_TAKEN(Severity.TICKET),
    /** Somebody changed records of the cluster's name by hand; they were put back. */
    DNS_PUT_BACK(Severity.NOTE),
    /** An operator keeps changes from beginning. */
    PAUSED(Severity.TICKET);

    private final Severity severity;

    Type(Severity severity) {
      this.severity = severity;
    }

    /** How soon an operator has to look at it; docs/signals.md lists all. */
    public Severity severity() {
      return severity;
    }
  }
}
