package io.quorate.etcdmodel;

/** etcd 3.5's own error texts, as clients see them (api/v3rpc/rpctypes/error.go). */
final class EtcdError {
  static final String MEMBER_NOT_FOUND = "etcdserver: member not found";
  static final String MEMBER_EXISTS = "etcdserver: member ID already exist";
  static final String PEER_URL_EXISTS = "etcdserver: Peer URLs already exists";
  static final String TOO_MANY_LEARNERS = "etcdserver: too many learner members in cluster";
  static final String NOT_A_LEARNER = "etcdserver: can only promote a learner member";
  static final String LEARNER_NOT_READY =
      "etcdserver: can only promote a learner member which is in sync with leader";
  static final String NOT_ENOUGH_STARTED =
      "etcdserver: re-configuration failed due to not enough started members";
  static final String UNHEALTHY = "etcdserver: unhealthy cluster";
  static final String NOT_FOR_LEARNERS = "etcdserver: rpc not supported for learner";
  static final String NO_SPACE = "etcdserver: mvcc: database space exceeded";
  static final String COMPACTED = "etcdserver: mvcc: required revision has been compacted";
  static final String FUTURE_REVISION = "etcdserver: mvcc: required revision is a future revision";
  static final String NOT_LEADER = "etcdserver: not leader";
  static final String BAD_TRANSFEREE = "etcdserver: bad leader transferee";
  static final String TRANSFER_TIMEOUT =
      "etcdserver: request timed out, leader transfer took too long";
  static final String TIMEOUT = "etcdserver: request timed out";
  static final String LEADER_CHANGED = "etcdserver: leader changed";
  static final String DROPPED = "raft proposal dropped";

  private EtcdError() {}
}
