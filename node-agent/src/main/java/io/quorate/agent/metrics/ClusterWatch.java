package io.quorate.agent.metrics;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.state.Condition;
import io.quorate.state.Lease;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
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
 *   <li>Where the status cannot be read, or is missing though the cluster was bootstrapped, the
 *       controller cannot store that it halts because of it, so that the page says it. A controller
 *       of another release may read what this agent cannot: then the read is only counted.
 * </ol>
 */
public final class ClusterWatch {
  private static final long READ_MILLIS = 30_000;
  private static final long KEPT_MILLIS = 90_000;
  private static final long WAITED_MILLIS = 1_000;

  private final RecordStore store;
  private final ClusterName cluster;
  private final BooleanSupplier reads;
  private final BooleanSupplier bootstrapped;
  private final String release;
  private final LongSupplier millis;
  private final Executor aside;
  private final Map<String, Long> results = new ConcurrentHashMap<>();
  private @Nullable CompletableFuture<Void> pending;
  private Optional<Known> known = Optional.empty();
  private long begunAt;
  private boolean begunOnce;

  /**
   * @param reads whether this agent is the one to read
   * @param bootstrapped whether the agent has seen a generation of the cluster
   * @param release the agent's
   * @param millis a clock that never goes back
   * @param aside runs a read
   */
  public ClusterWatch(
      RecordStore store,
      ClusterName cluster,
      BooleanSupplier reads,
      BooleanSupplier bootstrapped,
      String release,
      LongSupplier millis,
      Executor aside) {
    this.store = store;
    this.cluster = cluster;
    this.reads = reads;
    this.bootstrapped = bootstrapped;
    this.release = release;
    this.millis = millis;
    this.aside = aside;
  }

  /**
   * What the records say.
   *
   * @param phase the cluster's phase
   * @param conditions those that hold, each once
   * @param turnBegan when the newest turn took its lease; empty before the first
   */
  public record Seen(Phase phase, Set<Condition.Type> conditions, Optional<Instant> turnBegan) {
    public Seen {
      conditions = Set.copyOf(conditions);
    }

    private static Seen of(Status status, Optional<Instant> turnBegan) {
      return new Seen(
          status.phase(),
          status.conditions().stream().map(Condition::type).collect(Collectors.toSet()),
          turnBegan);
    }

    private static Seen halted(Condition.Type type, Optional<Instant> turnBegan) {
      return new Seen(Phase.HALTED, Set.of(type), turnBegan);
    }
  }

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
      count("late");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot read the status of " + cluster, e.getCause());
    }
  }

  private void read(long now) {
    try {
      Optional<Lease> lease = store.glance(Keys.lease(cluster)).flatMap(ClusterWatch::lease);
      Optional<Instant> turn = lease.map(taken -> taken.until().minus(Lease.LENGTH));
      boolean alike = lease.flatMap(Lease::controllerVersion).filter(release::equals).isPresent();
      store
          .glance(Keys.status(cluster))
          .map(item -> told(item, turn, alike))
          .orElseGet(() -> missing(turn))
          .ifPresent(seen -> learn(new Known(seen, now)));
    } catch (StoreUnavailableException e) {
      count("unavailable");
    }
  }

  private static Optional<Lease> lease(Item item) {
    try {
      return Optional.of(Codecs.LEASE.read(item.attributes(), item.key().toString()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /**
   * What the status says.
   *
   * @param alike whether the controller is of this agent's release, and reads what this one reads
   */
  private Optional<Seen> told(Item item, Optional<Instant> turn, boolean alike) {
    try {
      Status status = Codecs.STATUS.read(item.attributes(), item.key().toString());
      count("ok");
      return Optional.of(Seen.of(status, turn));
    } catch (UnreadableRecordException e) {
      count("unreadable");
      return alike
          ? Optional.of(Seen.halted(Condition.Type.RECORD_UNREADABLE, turn))
          : Optional.empty();
    }
  }

  private Optional<Seen> missing(Optional<Instant> turn) {
    count("none");
    return bootstrapped.getAsBoolean()
        ? Optional.of(Seen.halted(Condition.Type.TABLE_ROLLED_BACK, turn))
        : Optional.empty();
  }

  private void count(String result) {
    results.merge(result, 1L, Long::sum);
  }

  private synchronized void learn(Known next) {
    known = Optional.of(next);
  }
}
