package io.quorate.agent.app;

import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.state.Interruption;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches for the cloud's word that it is about to take this instance. Events about it may be lost,
 * so the metadata service is asked every five seconds, as EC2 advises; of an on-demand instance
 * once. What is announced stays so: EC2 takes back no interruption.
 */
final class InterruptionWatch implements Supplier<Optional<Interruption>> {
  private static final Logger LOG = LoggerFactory.getLogger(InterruptionWatch.class);
  private static final Duration BETWEEN = Duration.ofSeconds(5);

  /** Reads a document by its path below {@code /latest/meta-data/}. */
  @FunctionalInterface
  interface Documents {
    /** Empty where there is none; throws when the service did not answer. */
    Optional<String> read(String path) throws IOException;
  }

  private final Documents documents;
  private volatile Optional<Interruption> latest = Optional.empty();
  private volatile Runnable told = () -> {};
  private Optional<Boolean> spot = Optional.empty();

  InterruptionWatch(Documents documents) {
    this.documents = documents;
  }

  @Override
  public Optional<Interruption> get() {
    return latest;
  }

  /** Watches from now on, in a thread of its own, and calls this at each news. */
  void start(Runnable onNews) {
    told = onNews;
    Thread.ofPlatform().daemon().name("agent-interruption").start(this::watch);
  }

  private void watch() {
    CountDownLatch never = new CountDownLatch(1);
    try {
      while (look() && !never.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
        // The next look is due.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks once; whether there is anything to look for again. */
  boolean look() {
    try {
      if (spot.isEmpty()) {
        spot =
            documents.read("instance-life-cycle").map("spot"::equals).or(() -> Optional.of(false));
      }
      if (!spot.get()) {
        return false;
      }
      Optional<Interruption> now =
          document("spot/instance-action", "time")
              .or(() -> latest.filter(word -> !word.advises()))
              .or(this::advice);
      if (now.isPresent() && !now.equals(latest)) {
        LOG.warn("event=interruption action={} at={}", now.get().action(), now.get().at());
        latest = now;
        told.run();
      }
    } catch (IOException e) {
      LOG.debug("event=metadata-silent detail=\"{}\"", e.getMessage());
    } catch (UnreadableRecordException e) {
      LOG.warn("event=interruption-unreadable detail=\"{}\"", e.getMessage());
    }
    return true;
  }

  private Optional<Interruption> advice() {
    try {
      return document("events/recommendations/rebalance", "noticeTime").or(() -> latest);
    } catch (IOException e) {
      LOG.debug("event=metadata-silent detail=\"{}\"", e.getMessage());
      return latest;
    }
  }

  private Optional<Interruption> document(String path, String time) throws IOException {
    return documents
        .read(path)
        .map(
            text -> {
              Tree tree = Tree.of(JsonTree.read(text, path), path);
              return new Interruption(
                  tree.optionalString("action").orElse(Interruption.REBALANCE), tree.instant(time));
            });
  }
}
