package io.quorate.state;

import io.quorate.model.MemberId;
import io.quorate.wire.Wire;

/**
 * What this node's agent sees of another member.
 *
 * @param id the other member
 * @param silentMillis for how long it was seen to give no sign of life, neither an answer nor a
 *     raft message, on this agent's monotonic clock; zero while it answers, at least one while it
 *     does not
 * @param connected whether raft messages from it still reach this node's etcd, or that is unknown;
 *     only a leader hears from all that live
 */
public record PeerView(MemberId id, @Wire.Count long silentMillis, boolean connected) {
  /** Whether it answered the latest probe. */
  public boolean answering() {
    return silentMillis == 0;
  }
}
