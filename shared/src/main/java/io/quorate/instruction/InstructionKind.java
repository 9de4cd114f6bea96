package io.quorate.instruction;

/** The kinds of instruction; each has one record and one list of steps in the agent. */
public enum InstructionKind {
  /** Become a member: remove the own dead one, join as learner, catch up, promote. */
  JOIN,
  /** Remove a dead member through the local etcd. */
  REMOVE_MEMBER,
  /** Leave the cluster: remove the own member, stop etcd, archive its directory. */
  LEAVE,
  /** Restart the own etcd with the settings of the spec, the leadership handed over before. */
  RESTART_MEMBER
}
