package io.quorate.agent.local;

import io.quorate.model.MemberId;
import java.time.Duration;
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
  private static final long WINDOW_NANOS = Duration.ofSeconds(3).toNanos();

  private record Sample(Map<MemberId, Long> bytes, long atNanos) {}

  private Optional<Sample> older = Optional.empty();
  private Optional<Sample> newer = Optional.empty();

  /** Members whose counter has grown; empty until there is a sample old enough to compare with. */
  synchronized Optional<Set<MemberId>> hear(Map<MemberId, Long> bytes, long nowNanos) {
    if (newer.isEmpty() || nowNanos - newer.get().atNanos() >= WINDOW_NANOS) {
      older = newer;
      newer = Optional.of(new Sample(bytes, nowNanos));
    }
    return older
        .filter(sample -> nowNanos - sample.atNanos() >= WINDOW_NANOS)
        .filter(sample -> nowNanos - sample.atNanos() < 4 * WINDOW_NANOS)
        .map(sample -> grown(sample.bytes(), bytes));
  }

  private static Set<MemberId> grown(Map<MemberId, Long> before, Map<MemberId, Long> now) {
    return now.entrySet().stream()
        .filter(entry -> entry.getValue() > before.getOrDefault(entry.getKey(), 0L))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }
}
