package io.quorate.simulation.node;

import io.quorate.model.MemberId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** When etcds last answered a machine's agents: its own, and the other members. */
public final class EtcdLooks {
  private final Map<MemberId, Long> peers = new HashMap<>();
  private long answered = Long.MIN_VALUE / 2;
  private long proven = Long.MIN_VALUE / 2;

  void answered(long now) {
    answered = now;
  }

  void proven(long now) {
    proven = now;
  }

  void peerAnswered(MemberId member, long now) {
    peers.put(member, now);
  }

  /** When it last told its status, in milliseconds. */
  public long answeredAt() {
    return answered;
  }

  /** When it last answered a linearizable request, in milliseconds. */
  public long provenAt() {
    return proven;
  }

  /** When another member last told this machine its status, in milliseconds; empty for never. */
  public Optional<Long> peerAnsweredAt(MemberId member) {
    return Optional.ofNullable(peers.get(member));
  }
}
