package io.quorate.state;

/** Where a cluster stands, at a glance. */
public enum Phase {
  /** Waits for enough nodes to register before the bootstrap. */
  WAITING_FOR_NODES,
  /** The bootstrap is decided; the initial members start. */
  BOOTSTRAPPING,
  /** All wanted members serve. */
  HEALTHY,
  /** A membership change is under way. */
  CHANGING,
  /** It serves, with a member missing or ailing. */
  DEGRADED,
  /** Too few agents report to tell whether a quorum serves; etcd may serve. */
  UNSEEN,
  /** An agent reports that no quorum answers, or too few voters can serve. */
  NO_QUORUM,
  /** Its data is in a proved snapshot, for its group wants no instance; nothing serves. */
  HIBERNATED,
  /** Nothing is decided until a person has looked; a condition says why. */
  HALTED
}
