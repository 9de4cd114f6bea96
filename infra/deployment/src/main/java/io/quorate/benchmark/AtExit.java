package io.quorate.benchmark;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What runs now: closed also where the benchmark is ended from outside. */
public final class AtExit {
  private final AtomicReference<Optional<Closeable>> now = new AtomicReference<>(Optional.empty());

  /** From now on an end of this process ends it, too. */
  public AtExit() {
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::close));
  }

  /** Has an end of this process close it. */
  public <T extends Closeable> T closes(T next) {
    now.set(Optional.of(next));
    return next;
  }

  /** It was closed as it should be. */
  public void closed() {
    now.set(Optional.empty());
  }

  private void close() {
    Optional<Closeable> left = now.getAndSet(Optional.empty());
    try {
      if (left.isPresent()) {
        left.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
