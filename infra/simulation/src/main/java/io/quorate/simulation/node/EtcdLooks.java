package io.quorate.simulation.node;

import io.quorate.model.MemberId;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** When etcds last answered a machine's agents: its own, and the other members. */
public final class EtcdLooks {
  private final Map<MemberId, Long> peers = new HashMap<>();
  private final Map<MemberId, NavigableSet<Long>> otherwise = new HashMap<>();
  private long answered = Long.MIN_VALUE / 2;
  private long proven = Long.MIN_VALUE / 2;

  void answered(long now) {
    answered = now;
  }

  void proven(long now) {
    proven = now;
  }

  /** Another member told its status: to the strand of the heartbeats, or to another one. */
  void peerAnswered(MemberId member, long now, boolean forHeartbeat) {
    if (forHeartbeat) {
      peers.put(member, now);
    } else {
      otherwise.computeIfAbsent(member, key -> new TreeSet<>()).add(now);
    }
  }

  /** When it last told its status, in milliseconds. */
  public long answeredAt() {
    return answered;
  }

  /** When it last answered a linearizable request, in milliseconds. */
  public long provenAt() {
    return proven;
  }

  /**
   * When another member last told this machine its status, in milliseconds; empty for never. What a
   * step asks, no heartbeat tells of that was begun before: it counts up to that time.
   *
   * @param until when the look began that a heartbeat tells of
   */
  public Optional<Long> peerAnsweredAt(MemberId member, long until) {
    Long asked = otherwise.getOrDefault(member, Collections.emptyNavigableSet()).floor(until);
    return Stream.of(Optional.ofNullable(peers.get(member)), Optional.ofNullable(asked))
        .flatMap(Optional::stream)
        .max(Comparator.naturalOrder());
  }
}
