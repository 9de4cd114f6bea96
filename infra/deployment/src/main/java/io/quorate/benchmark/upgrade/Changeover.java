package io.quorate.benchmark.upgrade;

import io.quorate.benchmark.Background;
import io.quorate.benchmark.Healing;
import io.quorate.deployment.Etcd;
import io.quorate.spec.EtcdVersion;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Members that change their release, each looked at every 10 ms, whoever changes them: it stopped
 * with the last answer of its former release, and serves with the first linearizable read by the
 * new one, for which it has caught up.
 */
final class Changeover implements AutoCloseable {
  private static final long LOOK_NANOS = 10_000_000;

  private final List<Look> looks;

  Changeover(List<Etcd> members, EtcdVersion to) {
    looks = members.stream().map(member -> new Look(member, to.toString())).toList();
  }

  /** Whether all serve with the new release. */
  boolean over() {
    return looks.stream().allMatch(look -> look.serves);
  }

  /** Seconds from a member's stop until it serves, the mean of all. */
  double member() {
    return looks.stream()
        .mapToDouble(look -> seconds(look.stoppedNanos, look.servesNanos))
        .average()
        .orElseThrow();
  }

  /** Seconds from the first member's stop until the last one serves. */
  double all() {
    return seconds(
        looks.stream().mapToLong(look -> look.stoppedNanos).min().orElseThrow(),
        looks.stream().mapToLong(look -> look.servesNanos).max().orElseThrow());
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }

  @Override
  public void close() {
    looks.forEach(Look::close);
  }

  private static final class Look extends Background {
    private final Etcd member;
    private final String release;
    private volatile long stoppedNanos = System.nanoTime();
    private volatile long servesNanos;
    private volatile boolean serves;

    Look(Etcd member, String release) {
      super("changeover");
      this.member = member;
      this.release = release;
      begin();
    }

    @Override
    protected void once(long n) {
      try {
        look();
      } catch (UncheckedIOException e) {
        // It stopped, or does not serve yet: the next look tells.
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }

    private void look() {
      if (serves) {
        return;
      }
      if (!member.version().equals(release)) {
        stoppedNanos = System.nanoTime();
      } else if (!member.range(Healing.KEY).isEmpty()) {
        servesNanos = System.nanoTime();
        serves = true;
      }
    }
  }
}
