package io.quorate.state;

import io.quorate.model.MemberId;

/**
 * What this node's agent sees of another member.
 *
 * @param id the other member
 * @param silentMillis for how long it has not answered, on this agent's monotonic clock; zero while
 *     it answers
 * @param connected whether this node's etcd holds an active raft connection to it
 */
public record PeerView(MemberId id, long silentMillis, boolean connected) {
  /** Whether it answered the latest probe. */
  public boolean answering() {
    return silentMillis == 0;
  }
}
