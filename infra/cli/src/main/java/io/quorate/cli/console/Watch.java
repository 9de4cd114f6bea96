package io.quorate.cli.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads for all viewers of one kind of page.
 *
 * <ol>
 *   <li>The first viewer starts a reader; the others share it.
 *   <li>Each look tells every viewer what changed. A viewer that has just come gets everything.
 *   <li>A look that fails is told, too, and the next one waits longer, up to a bound.
 *   <li>When the last viewer goes the reader ends, and what it knew is forgotten.
 * </ol>
 */
final class Watch {
  private static final int LONGEST_WAIT = 5;

  private final Supplier<Feed> feeds;
  private final Duration interval;
  private final Function<RuntimeException, String> told;
  private final List<Viewer> viewers = new ArrayList<>();
  private Optional<Reader> reader = Optional.empty();

  Watch(Supplier<Feed> feeds, Duration interval, Function<RuntimeException, String> told) {
    this.feeds = feeds;
    this.interval = interval;
    this.told = told;
  }

  /** Another page looks; the caller gives it back to {@link #leave}. */
  synchronized Viewer join() {
    Viewer viewer = new Viewer();
    viewers.add(viewer);
    if (reader.isEmpty()) {
      Reader starting = new Reader(feeds.get());
      reader = Optional.of(starting);
      Thread.ofVirtual().name("console-reader").start(starting);
    } else {
      reader.get().welcome(viewer);
    }
    return viewer;
  }

  /** A page looks no more. */
  synchronized void leave(Viewer viewer) {
    viewers.remove(viewer);
    if (viewers.isEmpty()) {
      reader.ifPresent(last -> last.over.countDown());
      reader = Optional.empty();
    }
  }

  private synchronized void tell(Reader from, Look look) {
    if (reader.filter(from::equals).isEmpty()) {
      return;
    }
    from.last = Optional.of(look);
    viewers.forEach(look::tell);
  }

  /** What a look came to. */
  private record Look(
      Optional<Message> whole, Optional<Message> change, Optional<Message> problem) {
    void tell(Viewer viewer) {
      change.ifPresent(it -> viewer.offer(whole.orElseThrow(), it));
      problem.ifPresent(viewer::problem);
    }
  }

  private final class Reader implements Runnable {
    private final Feed feed;
    private final CountDownLatch over = new CountDownLatch(1);
    private Optional<Look> last = Optional.empty();
    private Optional<Message> whole = Optional.empty();
    private int failures;

    Reader(Feed feed) {
      this.feed = feed;
    }

    /** Tells a page that has just come what the others know. */
    void welcome(Viewer viewer) {
      last.flatMap(Look::whole).ifPresent(it -> viewer.offer(it, it));
      last.flatMap(Look::problem).ifPresent(viewer::problem);
    }

    @Override
    public void run() {
      try {
        do {
          tell(this, look());
        } while (!over.await(wait(failures).toMillis(), TimeUnit.MILLISECONDS));
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    private Look look() {
      try {
        Message change = Message.change(feed.look());
        whole = Optional.of(Message.whole(feed.whole()));
        failures = 0;
        return new Look(whole, Optional.of(change), Optional.empty());
      } catch (RuntimeException failed) {
        failures++;
        return new Look(whole, Optional.empty(), Optional.of(Message.problem(told.apply(failed))));
      }
    }

    private Duration wait(int times) {
      return interval.multipliedBy(Math.min(LONGEST_WAIT, times + 1));
    }
  }
}
