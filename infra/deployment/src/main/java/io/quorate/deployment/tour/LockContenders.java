package io.quorate.deployment.tour;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Two applications that take one lock by turns, through jetcd. Each believes to hold it from etcd's
 * answer until it gives it back, or until its lease would have ended, counted from before the last
 * renewal that was answered: never longer than etcd keeps the lease.
 */
final class LockContenders implements AutoCloseable {
  private static final ByteSequence LOCK = ByteSequence.from(Callers.LOCK, UTF_8);
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Duration HOLD = Duration.ofSeconds(2);
  private static final Duration CALL = Duration.ofSeconds(2);
  private static final long RENEWAL_MILLIS = 500;

  private final List<Held> held = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Thread> threads;

  /**
   * A time in which one believed to hold the lock.
   *
   * @param by who
   * @param from of {@link System#nanoTime}
   * @param until the same
   */
  record Held(int by, long from, long until) {}

  /** Two that each have a client of their own. */
  LockContenders(Client one, Client other) {
    this.threads =
        List.of(
            Thread.ofVirtual().name("tour-lock-1").start(() -> contend(1, one)),
            Thread.ofVirtual().name("tour-lock-2").start(() -> contend(2, other)));
  }

  private void contend(int who, Client client) {
    try {
      do {
        turn(who, client);
      } while (!closed.await(RENEWAL_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing is claimed of a lock whose answer did not come; the next turn asks again. */
  private void turn(int who, Client client) throws InterruptedException {
    try {
      take(who, client);
    } catch (ExecutionException | TimeoutException e) {
      return;
    }
  }

  private void take(int who, Client client)
      throws InterruptedException, ExecutionException, TimeoutException {
    long valid = System.nanoTime() + LEASE.toNanos();
    long lease = answer(client.getLeaseClient().grant(LEASE.toSeconds())).getID();
    try {
      CompletableFuture<?> lock = client.getLockClient().lock(LOCK, lease);
      long from = 0;
      while (System.nanoTime() < valid && !over(from)) {
        long asked = System.nanoTime();
        if (renewed(client, lease)) {
          valid = asked + LEASE.toNanos();
        }
        if (from > 0) {
          if (closed.await(RENEWAL_MILLIS, TimeUnit.MILLISECONDS)) {
            break;
          }
        } else if (answered(lock) && System.nanoTime() < valid) {
          from = System.nanoTime();
        }
      }
      if (from > 0) {
        add(new Held(who, from, Math.min(System.nanoTime(), valid)));
      }
      lock.cancel(false);
    } finally {
      revoke(client, lease);
    }
  }

  /** With its key. */
  private static void revoke(Client client, long lease) throws InterruptedException {
    try {
      answer(client.getLeaseClient().revoke(lease));
    } catch (ExecutionException | TimeoutException e) {
      return; // It ends by itself.
    }
  }

  /** Whether it is time to give the lock back. */
  private boolean over(long from) {
    return closed.getCount() == 0 || (from > 0 && System.nanoTime() - from > HOLD.toNanos());
  }

  private static boolean renewed(Client client, long lease) throws InterruptedException {
    try {
      return answer(client.getLeaseClient().keepAliveOnce(lease)).getTTL() > 0;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Waits for it between two renewals; a lock that is refused has ended the turn. */
  private static boolean answered(CompletableFuture<?> lock)
      throws InterruptedException, ExecutionException {
    try {
      lock.get(RENEWAL_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static <T> T answer(CompletableFuture<T> call)
      throws InterruptedException, ExecutionException, TimeoutException {
    return call.get(CALL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void add(Held next) {
    held.add(next);
  }

  /** How often it was held. */
  synchronized int times() {
    return held.size();
  }

  /** How often it was held by both at once. */
  synchronized long twice() {
    return twice(held);
  }

  static long twice(List<Held> all) {
    List<Held> sorted = all.stream().sorted(Comparator.comparingLong(Held::from)).toList();
    long found = 0;
    for (int first = 0; first < sorted.size(); first++) {
      for (int later = first + 1; later < sorted.size(); later++) {
        Held one = sorted.get(first);
        Held other = sorted.get(later);
        if (one.by() != other.by() && other.from() < one.until()) {
          found++;
        }
      }
    }
    return found;
  }

  @Override
  public void close() {
    end();
  }

  /** Has both give the lock back and end. */
  void end() {
    closed.countDown();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
