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
  static final String USER_EMPTY = "etcdserver: user name is empty";
  static final String PERMISSION_DENIED = "etcdserver: permission denied";
  static final String AUTH_OLD_REVISION = "etcdserver: revision of auth store is old";
  static final String AUTH_NOT_ENABLED = "etcdserver: authentication is not enabled";
  static final String AUTH_FAILED =
      "etcdserver: authentication failed, invalid user ID or password";
  static final String NO_PASSWORD_USER =
      "etcdserver: authentication failed, password was given for no password user";
  static final String INVALID_AUTH_MANAGEMENT = "etcdserver: invalid auth management";
  static final String ROOT_USER_NOT_EXIST = "etcdserver: root user does not exist";
  static final String ROOT_ROLE_NOT_EXIST = "etcdserver: root user does not have root role";
  static final String USER_EXISTS = "etcdserver: user name already exists";
  static final String USER_NOT_FOUND = "etcdserver: user name not found";
  static final String ROLE_EXISTS = "etcdserver: role name already exists";
  static final String ROLE_NOT_FOUND = "etcdserver: role name not found";
  static final String ROLE_NOT_GRANTED = "etcdserver: role is not granted to the user";
  static final String PERMISSION_NOT_GRANTED = "etcdserver: permission is not granted to the role";
  static final String DROPPED = "raft proposal dropped";

  private EtcdError() {}
}
