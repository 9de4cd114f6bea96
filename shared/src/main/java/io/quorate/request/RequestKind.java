package io.quorate.request;

/** What an operator may ask for; each kind has one rule of the controller that takes it up. */
public enum RequestKind {
  /** Take a snapshot now. */
  TAKE_SNAPSHOT,
  /** Verify a snapshot now. */
  VERIFY_SNAPSHOT,
  /** Keep a snapshot whatever the retention says, or no longer. */
  PIN_SNAPSHOT,
  /** Delete a snapshot. */
  DELETE_SNAPSHOT,
  /** Make the catalogue again from the bucket. */
  SYNC_SNAPSHOTS,
  /** Approve a planned recovery. */
  APPROVE_RECOVERY,
  /** Acknowledge what a recovery lost. */
  ACKNOWLEDGE_RECOVERY,
  /** Roll the cluster back to a snapshot. */
  RESTORE_SNAPSHOT,
  /** Write the mirror of the lineage again, which the bucket has lost. */
  REBUILD_LINEAGE,
  /** Sign a client's certificate. */
  ISSUE_CERTIFICATE,
  /** Compact the history up to a revision. */
  COMPACT,
  /** Defragment one voter, or all of them one after the other. */
  DEFRAGMENT,
  /** Compare the data of the voters. */
  COMPARE_DATA,
  /** Look at etcd's users, roles and passwords. */
  REFRESH_AUTH,
  /** Replace one instance, or all outdated ones one after the other. */
  REPLACE_NODES,
  /** Let a newer release line of etcd become the cluster's. */
  APPROVE_UPGRADE,
  /** Restart the etcd of one voter, or of all of them one after the other. */
  RESTART_MEMBERS
}
