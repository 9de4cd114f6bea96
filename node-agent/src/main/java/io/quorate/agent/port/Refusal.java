package io.quorate.agent.port;

/** Why etcd refused a call. */
public enum Refusal {
  /** The learner is not yet in sync with the leader. */
  LEARNER_NOT_READY,
  /** Another learner is in the cluster. */
  TOO_MANY_LEARNERS,
  /** Strict reconfiguration check: too few started members, or an unhealthy cluster. */
  NOT_SAFE_NOW,
  /** A member with this peer URL is listed. */
  PEER_URL_EXISTS,
  /** No such member. */
  MEMBER_NOT_FOUND,
  /** The member is a voter already. */
  NOT_A_LEARNER,
  /** The member that was asked is a learner to itself, and tells learners' things alone. */
  IS_LEARNER,
  /** No leader. */
  NO_LEADER,
  /** Anything else, such as a missing right. */
  OTHER
}
