package io.quorate.agent.heartbeat;

import io.quorate.model.MemberId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * For how long each other member has been seen silent. Only what was looked at counts: a gap
 * between two looks, such as the own agent or etcd being stopped, adds no more than a bound (I7).
 */
final class PeerSilenceTimer {
  private static final long GAP_MAX_MILLIS = 5_000;

  private final Map<MemberId, Long> millis = new HashMap<>();
  private Optional<Long> lastLook = Optional.empty();

  /**
   * Takes one look into account.
   *
   * @param members those listed; others are forgotten
   * @param speaking those that gave a sign of life, or may have
   */
  void looked(Set<MemberId> members, Set<MemberId> speaking, long nowMillis) {
    long gap = Math.min(GAP_MAX_MILLIS, nowMillis - lastLook.orElse(nowMillis));
    lastLook = Optional.of(nowMillis);
    millis.keySet().retainAll(members);
    for (MemberId member : members) {
      long before = millis.getOrDefault(member, -gap);
      millis.put(member, speaking.contains(member) ? 0 : before + gap);
    }
  }

  /** How long, in milliseconds; zero for a member that is not known. */
  long of(MemberId member) {
    return millis.getOrDefault(member, 0L);
  }
}
