package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Etcd;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A steady stream of writes that remembers what was acknowledged. */
final class Writer implements AutoCloseable {
  private static final long PAUSE_NANOS = 5_000_000;

  private final String prefix;
  private final Supplier<List<String>> clientUrls;
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;

  /** Writes below this prefix, which must be its own. */
  Writer(String prefix, Supplier<List<String>> clientUrls) {
    this.prefix = prefix;
    this.clientUrls = clientUrls;
    this.thread = Thread.ofVirtual().name("writer").start(this::run);
  }

  private void run() {
    for (long n = 0; !closed; n++) {
      List<String> urls = clientUrls.get();
      if (!urls.isEmpty()) {
        write(n, new Etcd(urls.get((int) (n % urls.size()))));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void write(long n, Etcd etcd) {
    String key = prefix + n;
    try {
      long revision = etcd.put(key, "value-" + n);
      assertThat(revision).isPositive();
      acknowledged.put(key, "value-" + n);
      count.incrementAndGet();
    } catch (UncheckedIOException e) {
      // Not acknowledged: it may be there or not, and nothing is claimed of it.
      return;
    }
  }

  /** How many writes were acknowledged. */
  long acknowledged() {
    return count.get();
  }

  /** Waits until so many more writes are acknowledged. */
  void awaitMore(int more, Duration within) {
    long target = count.get() + more;
    AwaitCondition.until(more + " more acknowledged writes", within, () -> count.get() >= target);
  }

  /** Stops writing, and checks that every acknowledged write is there. */
  void stopAndVerify(Etcd etcd) {
    close();
    Map<String, String> there = etcd.range(prefix);
    assertThat(there).containsAllEntriesOf(acknowledged);
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
