package io.quorate.agent.metrics;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.state.Lease;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the controller's records say of the whole cluster, for who reads the metrics page.
 *
 * <ol>
 *   <li>Nothing is read while nobody reads the page.
 *   <li>However often it is read, the records are read once each 30 s, at half the price of a
 *       consistent read; nothing rests on what they say but the page.
 *   <li>Only the leader's agent reads, and each that knows of no leader. The others show nothing:
 *       what they read before would be older.
 *   <li>Who begins a read waits a second for it, and nobody else waits. What was read is shown
 *       until it is 90 s old.
 * </ol>
 */
public final class ClusterWatch {
  private static final long READ_MILLIS = 30_000;
  private static final long KEPT_MILLIS = 90_000;
  private static final long WAITED_MILLIS = 1_000;

  private final RecordStore store;
  private final ClusterName cluster;
  private final BooleanSupplier reads;
  private final LongSupplier millis;
  private final Executor aside;
  private final Map<String, Long> results = new ConcurrentHashMap<>();
  private @Nullable CompletableFuture<Void> pending;
  private Optional<Known> known = Optional.empty();
  private long begunAt;
  private boolean begunOnce;

  /**
   * @param reads whether this agent is the one to read
   * @param millis a clock that never goes back
   * @param aside runs a read
   */
  public ClusterWatch(
      RecordStore store,
      ClusterName cluster,
      BooleanSupplier reads,
      LongSupplier millis,
      Executor aside) {
    this.store = store;
    this.cluster = cluster;
    this.reads = reads;
    this.millis = millis;
    this.aside = aside;
  }

  /**
   * What the records say.
   *
   * @param status the cluster's status
   * @param turnBegan when the newest turn took its lease; empty before the first
   */
  public record Seen(Status status, Optional<Instant> turnBegan) {}

  private record Known(Seen seen, long at) {}

  /** What is known; empty where this agent is not the one to read, or could not. */
  Optional<Seen> look() {
    if (!reads.getAsBoolean()) {
      return Optional.empty();
    }
    begun().ifPresent(this::await);
    return latest();
  }

  /** How many reads there were, by result. */
  Map<String, Long> results() {
    return Map.copyOf(results);
  }

  private synchronized Optional<Seen> latest() {
    return known.filter(read -> millis.getAsLong() - read.at() < KEPT_MILLIS).map(Known::seen);
  }

  private synchronized Optional<CompletableFuture<Void>> begun() {
    long now = millis.getAsLong();
    boolean running = pending != null && !pending.isDone();
    if (running || (begunOnce && now - begunAt < READ_MILLIS)) {
      return Optional.empty();
    }
    begunOnce = true;
    begunAt = now;
    CompletableFuture<Void> read = CompletableFuture.runAsync(() -> read(now), aside);
    pending = read;
    return Optional.of(read);
  }

  private void await(CompletableFuture<Void> read) {
    try {
      read.get(WAITED_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      results.merge("late", 1L, Long::sum);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot read the status of " + cluster, e.getCause());
    }
  }

  private void read(long now) {
    try {
      Optional<Seen> seen = seen();
      seen.ifPresent(found -> learn(new Known(found, now)));
      results.merge(seen.isPresent() ? "ok" : "none", 1L, Long::sum);
    } catch (StoreUnavailableException e) {
      results.merge("unavailable", 1L, Long::sum);
    } catch (UnreadableRecordException e) {
      results.merge("unreadable", 1L, Long::sum);
    }
  }

  private synchronized void learn(Known next) {
    known = Optional.of(next);
  }

  private Optional<Seen> seen() {
    Optional<Instant> turn =
        store
            .glance(Keys.lease(cluster))
            .map(item -> Codecs.LEASE.read(item.attributes(), item.key().toString()))
            .map(Lease::until)
            .map(until -> until.minus(Lease.LENGTH));
    return store
        .glance(Keys.status(cluster))
        .map(item -> Codecs.STATUS.read(item.attributes(), item.key().toString()))
        .map(status -> new Seen(status, turn));
  }
}
