package io.quorate.deployment.tour;

import io.quorate.deployment.EtcdAccess;
import io.quorate.state.GenerationSource;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A client that writes steadily, remembers what was acknowledged, and measures for how long it got
 * no acknowledgement. It keeps to one member, and turns to the next one when a write fails.
 */
final class WriteStream implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final String prefix;
  private final Supplier<List<String>> clientUrls;
  private final EtcdAccess access;
  private final Map<String, Acknowledged> acknowledged = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean closed;
  private long lastAcknowledged = System.nanoTime();
  private long longestGap;

  private record Acknowledged(String value, long revision) {
    /** Whether it was newer than what was restored; what came later is far above. */
    boolean lostBy(GenerationSource source) {
      return revision > source.forkRevision() && revision < source.targetRevision();
    }
  }

  /** Writes below a prefix that must be its own. */
  WriteStream(String prefix, Supplier<List<String>> clientUrls, EtcdAccess access) {
    this.access = access;
    this.prefix = prefix;
    this.clientUrls = clientUrls;
    this.thread = Thread.ofVirtual().name("tour-writes").start(this::run);
  }

  private void run() {
    int member = 0;
    for (long n = 0; !closed; n++) {
      List<String> urls = clientUrls.get();
      if (!urls.isEmpty() && !write(n, urls.get(member % urls.size()))) {
        member++;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean write(long n, String url) {
    String key = prefix + n;
    String value = "value-" + n;
    try {
      long revision = access.etcd(url, PATIENCE).put(key, value);
      acknowledged.put(key, new Acknowledged(value, revision));
    } catch (UncheckedIOException e) {
      return false; // Not acknowledged: it may be there or not, and nothing is claimed of it.
    }
    note();
    return true;
  }

  private synchronized void note() {
    long now = System.nanoTime();
    longestGap = Math.max(longestGap, now - lastAcknowledged);
    lastAcknowledged = now;
  }

  /** Begins to measure anew. */
  synchronized void mark() {
    longestGap = 0;
    lastAcknowledged = System.nanoTime();
  }

  /** The longest time without an acknowledged write since the mark, one under way included. */
  synchronized Duration longestGap() {
    return Duration.ofNanos(Math.max(longestGap, System.nanoTime() - lastAcknowledged));
  }

  /** How many writes were acknowledged. */
  int acknowledged() {
    return acknowledged.size();
  }

  /** How many acknowledged writes were newer than what one of these restored. */
  long lostBy(Collection<GenerationSource> restored) {
    return acknowledged.values().stream().filter(written -> lost(written, restored)).count();
  }

  /**
   * How many acknowledged writes are missing, or have another value, in what a member returned, or
   * are there though they are newer than what was restored.
   */
  long wrongIn(Map<String, String> there, Collection<GenerationSource> restored) {
    return acknowledged.entrySet().stream()
        .filter(
            written -> {
              Optional<String> found = Optional.ofNullable(there.get(written.getKey()));
              return lost(written.getValue(), restored)
                  ? found.isPresent()
                  : !found.equals(Optional.of(written.getValue().value()));
            })
        .count();
  }

  private static boolean lost(Acknowledged written, Collection<GenerationSource> restored) {
    return restored.stream().anyMatch(written::lostBy);
  }

  /** Under which prefix it writes. */
  String prefix() {
    return prefix;
  }

  /** Stops writing, and waits until what is under way has ended. */
  void end() throws InterruptedException {
    closed = true;
    thread.join();
  }

  /** Stops writing. */
  @Override
  public void close() {
    closed = true;
  }
}
