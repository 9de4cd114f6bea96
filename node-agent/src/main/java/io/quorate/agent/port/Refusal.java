package io.quorate.agent.port;

/** Why etcd refused a call. It had no effect, or is harmless to repeat. */
public enum Refusal {
  /** Not reached, or it is stopping: the request was not sent for sure. */
  UNAVAILABLE,
  /** A member with this peer URL is already listed. */
  PEER_URL_EXISTS,
  /** No member of this id. */
  MEMBER_NOT_FOUND,
  /** The learner lags too far behind the leader to be promoted. */
  LEARNER_NOT_READY,
  /** The member is a voter already. */
  NOT_A_LEARNER,
  /** etcd admits one learner at a time. */
  TOO_MANY_LEARNERS,
  /** The change would leave fewer started members than a quorum. */
  NOT_ENOUGH_STARTED,
  /** Not all voters have been connected for long enough: wait, or remove the dead one first. */
  UNHEALTHY_CLUSTER,
  /** The member knows no leader. */
  NO_LEADER,
  /** Only the leader takes this call. */
  NOT_LEADER,
  /** The member is a learner to itself: it serves no linearizable read and no such call. */
  IS_LEARNER,
  /** etcd's access control: the caller is no user there, or one without this right. */
  AUTH,
  /** Certificates do not fit, or are not there: no TLS connection stands. */
  TLS,
  /** The database is at its quota. */
  NOSPACE,
  /** The cluster has found itself corrupt. */
  CORRUPT,
  /** Anything else; the message tells. */
  OTHER
}
