package io.quorate.agent.heartbeat;

import io.quorate.model.MemberId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells from whom raft messages still come, by comparing etcd's counters of received bytes with
 * those of a while ago. etcd's own gauge of active peers does not serve: a member that is stopped
 * (SIGSTOP) or hangs stays active in it, for its kernel goes on accepting connections.
 */
final class RaftEar {
  private static final long WINDOW_MILLIS = 3_000;

  private record Sample(Map<MemberId, Long> bytes, long atMillis) {}

  private Optional<Sample> older = Optional.empty();
  private Optional<Sample> newer = Optional.empty();

  /** Members whose counter has grown; empty until there is a sample old enough to compare with. */
  Optional<Set<MemberId>> hear(Map<MemberId, Long> bytes, long nowMillis) {
    if (newer.isEmpty() || nowMillis - newer.get().atMillis() >= WINDOW_MILLIS) {
      older = newer;
      newer = Optional.of(new Sample(bytes, nowMillis));
    }
    return older
        .filter(sample -> nowMillis - sample.atMillis() >= WINDOW_MILLIS)
        .filter(sample -> nowMillis - sample.atMillis() < 4 * WINDOW_MILLIS)
        .map(sample -> grown(sample.bytes(), bytes));
  }

  private static Set<MemberId> grown(Map<MemberId, Long> before, Map<MemberId, Long> now) {
    return now.entrySet().stream()
        .filter(entry -> entry.getValue() > before.getOrDefault(entry.getKey(), 0L))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }
}
