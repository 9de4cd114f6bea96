package io.quorate.agent.wal;

/** A WAL that etcd would refuse, and why. */
public record WalDamage(Kind kind, String detail) implements WalResult {
  /** The causes, worst last. */
  public enum Kind {
    /** No segment at all. */
    EMPTY,
    /** A segment between two others, or one that no snapshot makes dispensable, is gone. */
    MISSING_SEGMENT,
    /** The bytes are no record. */
    BAD_RECORD,
    /** A record's checksum is wrong; found only when verifying. */
    BAD_CHECKSUM,
    /** Segments disagree on the member or the cluster, or none tells. */
    BAD_METADATA,
  }
}
