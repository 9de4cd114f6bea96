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
  /** No quorum is seen to serve. */
  NO_QUORUM,
  /** Nothing is decided until a person has looked; a condition says why. */
  HALTED
}
