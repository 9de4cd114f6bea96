package io.quorate.agent.etcd;

import io.quorate.model.MemberId;

/** An alarm that is raised. */
public record EtcdAlarm(MemberId memberId, Kind kind) {
  /** etcd's alarms. */
  public enum Kind {
    /** The quota is reached: no more writes. */
    NOSPACE,
    /** Members' data differ: no more anything. */
    CORRUPT,
    /** One that this release does not know. */
    UNKNOWN
  }
}
