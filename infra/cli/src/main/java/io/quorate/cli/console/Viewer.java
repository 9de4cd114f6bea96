package io.quorate.cli.console;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One open page: what is still to be sent to it. */
final class Viewer {
  /** A page that takes nothing for so many looks is let go; its browser connects again. */
  private static final int BACKLOG = 30;

  private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>(BACKLOG);
  private boolean begun;
  private volatile boolean tooSlow;

  /** Everything first, then what changes. */
  void offer(Message whole, Message change) {
    add(begun ? change : whole);
    begun = true;
  }

  void problem(Message problem) {
    add(problem);
  }

  private void add(Message message) {
    tooSlow |= !waiting.offer(message);
  }

  /** Whether it has missed a message. */
  boolean tooSlow() {
    return tooSlow;
  }

  /** The next message; empty when none comes within this time. */
  Optional<Message> next(Duration within) throws InterruptedException {
    return Optional.ofNullable(waiting.poll(within.toMillis(), TimeUnit.MILLISECONDS));
  }
}
