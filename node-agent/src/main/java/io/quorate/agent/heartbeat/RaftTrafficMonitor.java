package io.quorate.agent.heartbeat;

import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells from whom raft messages still come, by comparing etcd's counters of received bytes with
 * those of a while ago. etcd's own gauge of active peers does not serve: a member that is stopped
 * (SIGSTOP) or hangs stays active in it, for its kernel goes on accepting connections.
 *
 * <p>Who is heard depends on who leads: a follower hears only its leader. Counters are therefore
 * compared only when the own etcd followed one leader, in one term, from the first to the last of
 * them, and never restarted, which would set them back. Otherwise the answer is unknown, until a
 * whole window has passed (I7).
 */
final class RaftTrafficMonitor {
  private static final long WINDOW_MILLIS = 3_000;

  private record Sample(Map<MemberId, Long> bytes, long atMillis) {}

  private record Reign(Optional<MemberId> leader, long term) {}

  private Optional<Reign> reign = Optional.empty();
  private Optional<Sample> older = Optional.empty();
  private Optional<Sample> newer = Optional.empty();

  /**
   * Members whose counter has grown; empty while that is unknown.
   *
   * @param own the own etcd's status, asked before the counters were
   * @param bytes the counters; without any, the page says nothing of them
   * @param nowMillis monotonic milliseconds
   */
  Optional<Set<MemberId>> hear(MemberStatus own, Map<MemberId, Long> bytes, long nowMillis) {
    Optional<Reign> now = Optional.of(new Reign(own.leader(), own.raftTerm()));
    if (own.leader().isEmpty() || bytes.isEmpty() || !now.equals(reign) || setBack(bytes)) {
      forget();
    }
    reign = now;
    if (newer.isEmpty() || nowMillis - newer.get().atMillis() >= WINDOW_MILLIS) {
      older = newer;
      newer = Optional.of(new Sample(Map.copyOf(bytes), nowMillis));
    }
    return older
        .filter(sample -> nowMillis - sample.atMillis() >= WINDOW_MILLIS)
        .filter(sample -> nowMillis - sample.atMillis() < 4 * WINDOW_MILLIS)
        .map(sample -> grown(sample.bytes(), bytes));
  }

  /** What was heard before no longer counts. */
  void forget() {
    older = Optional.empty();
    newer = Optional.empty();
  }

  private boolean setBack(Map<MemberId, Long> now) {
    return newer
        .filter(
            sample ->
                sample.bytes().entrySet().stream()
                    .anyMatch(e -> now.getOrDefault(e.getKey(), 0L) < e.getValue()))
        .isPresent();
  }

  private static Set<MemberId> grown(Map<MemberId, Long> before, Map<MemberId, Long> now) {
    return now.entrySet().stream()
        .filter(entry -> entry.getValue() > before.getOrDefault(entry.getKey(), 0L))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }
}
