package io.quorate.deployment.tour;

import io.quorate.deployment.Etcd;
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

/**
 * A client that writes steadily, remembers what was acknowledged, and measures for how long it got
 * no acknowledgement. It knows one address.
 */
final class WriteStream implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final String prefix;
  private final Etcd etcd;
  private final Map<String, Acknowledged> acknowledged = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean closed;
  private long lastAcknowledged = System.nanoTime();
  private long longestGap;
  private volatile long lastRevision;

  private record Acknowledged(String value, long revision) {
    /** Whether it was newer than what was restored; what came later is far above. */
    boolean lostBy(GenerationSource source) {
      return revision > source.forkRevision() && revision < source.targetRevision();
    }
  }

  /** Writes below a prefix that must be its own. */
  WriteStream(String prefix, String url, EtcdAccess access) {
    this.etcd = access.etcd(url, PATIENCE);
    this.prefix = prefix;
    this.thread = Thread.ofVirtual().name("tour-writes").start(this::run);
  }

  private void run() {
    for (long n = 0; !closed; n++) {
      write(n);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void write(long n) {
    String key = prefix + n;
    String value = "value-" + n;
    try {
      long revision = etcd.put(key, value);
      acknowledged.put(key, new Acknowledged(value, revision));
      lastRevision = revision;
    } catch (UncheckedIOException e) {
      return; // Not acknowledged: it may be there or not, and nothing is claimed of it.
    }
    note();
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

  /** The revision of the newest acknowledged write; 0 before the first. */
  long lastRevision() {
    return lastRevision;
  }

  /** The revisions of all acknowledged writes. */
  List<Long> revisions() {
    return acknowledged.values().stream().map(Acknowledged::revision).toList();
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
