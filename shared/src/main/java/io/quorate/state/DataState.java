package io.quorate.state;

/** What an agent knows of its own data directory. */
public enum DataState {
  /** This disk never held a member. */
  NONE,
  /** Journal and directory agree on cluster id, member id and nonce. */
  INTACT,
  /** The journal names a member but its directory is missing or empty. */
  LOST,
  /** A directory is there that the journal does not know. */
  FOREIGN,
  /** The directory, or the whole disk, is older than what this node has reported. */
  ROLLED_BACK,
  /** etcd or the write-ahead log says that the data cannot be used. */
  DAMAGED,
  /** The cluster confirmed that this member was removed. */
  REMOVED,
  /** A later generation exists; this data must not serve. */
  SUPERSEDED;

  /** Whether the member that the journal names can never again vote from this disk. */
  public boolean unusable() {
    return switch (this) {
      case NONE, INTACT -> false;
      case LOST, FOREIGN, ROLLED_BACK, DAMAGED, REMOVED, SUPERSEDED -> true;
    };
  }
}
