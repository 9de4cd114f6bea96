package io.quorate.auth;

import java.util.Locale;

/** What a permission lets its role do with the keys of a range. */
public enum AccessMode {
  /** Read and watch. */
  READ(true, false),
  /** Write and delete. */
  WRITE(false, true),
  /** Both. */
  READWRITE(true, true);

  private final boolean reads;
  private final boolean writes;

  AccessMode(boolean reads, boolean writes) {
    this.reads = reads;
    this.writes = writes;
  }

  /** Whether it allows to read. */
  public boolean reads() {
    return reads;
  }

  /** Whether it allows to write. */
  public boolean writes() {
    return writes;
  }

  /** Whether it allows whatever the other one allows. */
  public boolean includes(AccessMode other) {
    return (reads || !other.reads) && (writes || !other.writes);
  }

  /** What allows both. */
  public AccessMode with(AccessMode other) {
    return includes(other) ? this : other.includes(this) ? other : READWRITE;
  }

  /** As a spec and etcdctl say it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
