package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.state.GenerationSource;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A steady stream of writes that remembers what was acknowledged, at which revision, and what was
 * not. Where the cluster was restored from a snapshot it expects what the snapshot held, and none
 * of what was newer.
 */
final class Writer implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  private final String prefix;
  private final Supplier<List<String>> clientUrls;
  private final EtcdAccess access;
  private final Map<String, Acknowledged> acknowledged = new ConcurrentHashMap<>();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();
  private final List<GenerationSource> restored = new CopyOnWriteArrayList<>();
  private final AtomicLong count = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long lastNanos;
  private volatile long gapNanos;

  private record Acknowledged(String value, long revision) {
    boolean lostBy(GenerationSource source) {
      return revision > source.forkRevision() && revision < source.targetRevision();
    }
  }

  /** Writes below this prefix, which must be its own. */
  Writer(String prefix, Supplier<List<String>> clientUrls) {
    this(prefix, clientUrls, EtcdAccess.PLAIN);
  }

  /** The same, calling members this way. */
  Writer(String prefix, Supplier<List<String>> clientUrls, EtcdAccess access) {
    this.access = access;
    this.prefix = prefix;
    this.clientUrls = clientUrls;
    this.thread = Thread.ofVirtual().name("writer").start(this::run);
  }

  private void run() {
    for (long n = 0; !closed; n++) {
      List<String> urls = clientUrls.get();
      if (!urls.isEmpty()) {
        write(n, access.etcd(urls.get((int) (n % urls.size()))));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void write(long n, Etcd etcd) {
    String key = prefix + n;
    try {
      long revision = etcd.put(key, "value-" + n);
      assertThat(revision).isPositive();
      acknowledged.put(key, new Acknowledged("value-" + n, revision));
      count.incrementAndGet();
      long now = System.nanoTime();
      if (lastNanos > 0) {
        gapNanos = Math.max(gapNanos, now - lastNanos);
      }
      lastNanos = now;
    } catch (UncheckedIOException e) {
      unknown.add(key); // It may be there or not, and nothing is claimed of it.
    }
  }

  /** How many writes were acknowledged. */
  long acknowledged() {
    return count.get();
  }

  /** The longest time between two acknowledged writes. */
  Duration longestGap() {
    return Duration.ofNanos(gapNanos);
  }

  /** Waits until so many more writes are acknowledged. */
  void awaitMore(int more, Duration within) {
    long target = count.get() + more;
    AwaitCondition.until(more + " more acknowledged writes", within, () -> count.get() >= target);
  }

  /** From now on only what this source held, and what was written after it, is expected. */
  void restoredFrom(GenerationSource source) {
    restored.add(source);
  }

  /** How many acknowledged writes were newer than what was restored. */
  long lost() {
    return acknowledged.values().stream()
        .filter(written -> restored.stream().anyMatch(written::lostBy))
        .count();
  }

  private Map<String, String> expected() {
    Map<String, String> expected = new TreeMap<>();
    acknowledged.forEach(
        (key, written) -> {
          if (restored.stream().noneMatch(written::lostBy)) {
            expected.put(key, written.value());
          }
        });
    return expected;
  }

  /** Stops writing, and checks that every acknowledged write is there, and nothing else. */
  void stopAndVerify(Etcd etcd) {
    close();
    Map<String, String> there = new TreeMap<>(etcd.range(prefix));
    there.keySet().removeAll(unknown);
    assertThat(there).containsExactlyInAnyOrderEntriesOf(expected());
  }

  @Override
  public void close() {
    closed = true;
    boolean ended = false;
    while (!ended) {
      try {
        ended = thread.join(Duration.ofSeconds(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
