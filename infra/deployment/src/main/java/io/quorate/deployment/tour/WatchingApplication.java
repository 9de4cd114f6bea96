package io.quorate.deployment.tour;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.common.exception.CompactedException;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Watches a prefix through jetcd, from one revision to the next, as an application that keeps a
 * copy does. Where etcd says that the history is compacted, which it does after a restore, it reads
 * all anew and goes on from there: what lies between was told, not missed.
 *
 * <p>jetcd connects a watch anew once, and gives it up in silence when that fails (its issue 1227).
 * So a watch that stands still behind an acknowledged write is opened again from the revision after
 * the last one that it saw.
 */
final class WatchingApplication implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(3);
  private static final Duration STANDSTILL = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 250;

  private final Client client;
  private final ByteSequence prefix;
  private final WriteStream writes;
  private final Set<Long> seen = ConcurrentHashMap.newKeySet();
  private final List<Gap> told = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private Optional<Watch.Watcher> watcher = Optional.empty();
  private Optional<Throwable> ended = Optional.empty();
  private long beginning;
  private long last;
  private long moved = System.nanoTime();
  private int opened;

  /** Revisions of which etcd said that it cannot tell them any more. */
  private record Gap(long after, long until) {
    boolean holds(long revision) {
      return revision > after && revision <= until;
    }
  }

  /** Watches what is written below the prefix of these writes. */
  WatchingApplication(Client client, WriteStream writes) {
    this.client = client;
    this.prefix = ByteSequence.from(writes.prefix(), UTF_8);
    this.writes = writes;
    this.thread = Thread.ofVirtual().name("tour-watch").start(this::run);
  }

  private void run() {
    try {
      do {
        look();
      } while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Opens the watch where there is none, or where it has ended or stands still. */
  private void look() throws InterruptedException {
    boolean compacted;
    synchronized (this) {
      boolean still =
          last < writes.lastRevision() && System.nanoTime() - moved > STANDSTILL.toNanos();
      if (watcher.isPresent() && ended.isEmpty() && !still) {
        return;
      }
      compacted = ended.filter(CompactedException.class::isInstance).isPresent();
    }
    long revision = 0;
    if (beginning == 0 || compacted) {
      try {
        revision =
            client
                .getKVClient()
                .get(prefix)
                .get(CALL.toMillis(), TimeUnit.MILLISECONDS)
                .getHeader()
                .getRevision();
      } catch (ExecutionException | TimeoutException e) {
        return; // It is read at the next look.
      }
    }
    open(revision);
  }

  private synchronized void open(long read) {
    watcher.ifPresent(Watch.Watcher::close);
    if (read > 0) {
      if (beginning == 0) {
        beginning = read;
      } else {
        told.add(new Gap(last, read));
      }
      last = Math.max(last, read);
    }
    ended = Optional.empty();
    moved = System.nanoTime();
    int mine = ++opened;
    WatchOption option = WatchOption.builder().isPrefix(true).withRevision(last + 1).build();
    watcher =
        Optional.of(
            client
                .getWatchClient()
                .watch(
                    prefix,
                    option,
                    Watch.listener(
                        response -> saw(mine, response), failure -> endedBy(mine, failure))));
  }

  private synchronized void saw(int by, WatchResponse response) {
    if (by != opened) {
      return;
    }
    for (WatchEvent event : response.getEvents()) {
      long revision = event.getKeyValue().getModRevision();
      seen.add(revision);
      last = Math.max(last, revision);
      moved = System.nanoTime();
    }
  }

  private synchronized void endedBy(int by, Throwable failure) {
    if (by == opened) {
      ended = Optional.of(failure);
    }
  }

  /** Whether it has seen all that is acknowledged by now. */
  synchronized boolean upToDate() {
    return beginning > 0 && last >= writes.lastRevision();
  }

  /** How many of these revisions it neither saw nor was told to have missed. */
  synchronized long missed(List<Long> revisions) {
    return revisions.stream()
        .filter(revision -> revision > beginning)
        .filter(revision -> !seen.contains(revision))
        .filter(revision -> told.stream().noneMatch(gap -> gap.holds(revision)))
        .count();
  }

  /** How many events it saw. */
  int events() {
    return seen.size();
  }

  /** How often it was told that it missed some. */
  synchronized int gaps() {
    return told.size();
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      watcher.ifPresent(Watch.Watcher::close);
    }
  }
}
