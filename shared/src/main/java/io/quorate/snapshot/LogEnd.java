package io.quorate.snapshot;

import io.quorate.model.EtcdClusterId;
import io.quorate.wire.Wire;

/**
 * A position in the log of one etcd cluster. Each generation is an etcd cluster of its own, so that
 * positions with the same cluster id belong to one log.
 *
 * @param clusterId whose log it is
 * @param term raft term of the entry
 * @param index raft index of the entry
 */
public record LogEnd(EtcdClusterId clusterId, @Wire.Count long term, @Wire.Count long index) {
  /** Whether it is of the same cluster as the other and does not end before it. */
  public boolean covers(LogEnd other) {
    return clusterId.equals(other.clusterId) && !before(other);
  }

  /** Whether it ends before the other, by term, then index. */
  public boolean before(LogEnd other) {
    return term != other.term ? term < other.term : index < other.index;
  }
}
