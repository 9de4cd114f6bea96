package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One reader for all viewers, and none for nobody. */
class WatchTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<ScriptedFeed> feeds = new CopyOnWriteArrayList<>();
  private final Watch watch =
      new Watch(this::feed, Duration.ofMillis(5), failure -> "told: " + failure.getMessage());

  private ScriptedFeed feed() {
    ScriptedFeed feed = new ScriptedFeed();
    feeds.add(feed);
    return feed;
  }

  /** Looks as often as it is let. */
  private static final class ScriptedFeed implements Feed {
    private final Semaphore looks = new Semaphore(0);
    private final Semaphore asked = new Semaphore(0);
    private final AtomicInteger number = new AtomicInteger();
    private volatile boolean fails;

    @Override
    public Map<String, Object> look() {
      asked.release();
      looks.acquireUninterruptibly();
      if (fails) {
        throw new IllegalStateException("away");
      }
      return Map.of("change", number.incrementAndGet());
    }

    @Override
    public Map<String, Object> whole() {
      return Map.of("whole", number.get());
    }
  }

  @Test
  void aViewerGetsEverythingThenWhatChanges() throws Exception {
    Viewer viewer = watch.join();
    feeds.getFirst().looks.release(2);

    assertThat(viewer.next(SOON)).hasValue(new Message("whole", "{\"whole\":1}"));
    assertThat(viewer.next(SOON)).hasValue(new Message("change", "{\"change\":2}"));
    watch.leave(viewer);
  }

  @Test
  void allViewersShareOneReaderAndALaterOneGetsEverythingAtOnce() throws Exception {
    Viewer first = watch.join();
    feeds.getFirst().looks.release();
    first.next(SOON);
    Viewer second = watch.join();

    assertThat(second.next(SOON)).hasValue(new Message("whole", "{\"whole\":1}"));
    feeds.getFirst().looks.release();
    assertThat(first.next(SOON)).hasValue(new Message("change", "{\"change\":2}"));
    assertThat(second.next(SOON)).hasValue(new Message("change", "{\"change\":2}"));
    assertThat(feeds).hasSize(1);
    watch.leave(first);
    watch.leave(second);
  }

  @Test
  void nobodyIsReadForOnceTheLastViewerHasLeft() throws Exception {
    Viewer viewer = watch.join();
    ScriptedFeed feed = feeds.getFirst();
    feed.asked.acquire();
    watch.leave(viewer);
    feed.looks.release();

    Viewer next = watch.join();
    feeds.get(1).looks.release(10);
    for (int message = 0; message < 10; message++) {
      assertThat(next.next(SOON)).isPresent();
    }

    assertThat(feed.asked.tryAcquire()).as("the first reader goes on").isFalse();
    assertThat(feeds).hasSize(2);
    watch.leave(next);
    feeds.get(1).looks.release();
  }

  @Test
  void aFailureIsToldAndTheNextLookGoesOn() throws Exception {
    Viewer viewer = watch.join();
    ScriptedFeed feed = feeds.getFirst();
    feed.looks.release();
    viewer.next(SOON);
    feed.fails = true;
    feed.looks.release();

    assertThat(viewer.next(SOON)).hasValue(new Message("problem", "{\"problem\":\"told: away\"}"));
    Viewer late = watch.join();
    assertThat(late.next(SOON)).hasValue(new Message("whole", "{\"whole\":1}"));
    assertThat(late.next(SOON)).hasValue(new Message("problem", "{\"problem\":\"told: away\"}"));
    feed.fails = false;
    feed.looks.release();
    assertThat(viewer.next(SOON)).hasValue(new Message("change", "{\"change\":2}"));
    watch.leave(viewer);
    watch.leave(late);
  }

  @Test
  void aViewerThatTakesNothingIsLetGo() throws Exception {
    Viewer slow = watch.join();
    Viewer quick = watch.join();
    feeds.getFirst().looks.release(40);

    for (int message = 0; message < 40; message++) {
      assertThat(quick.next(SOON)).isPresent();
    }
    assertThat(slow.tooSlow()).isTrue();
    assertThat(quick.tooSlow()).isFalse();
    watch.leave(slow);
    watch.leave(quick);
  }
}
