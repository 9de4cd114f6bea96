package io.quorate.deployment.quickstart;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process that the quick start runs beside the cluster, and ends with itself. */
final class SideProcess implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 50;

  private final Process process;

  SideProcess(Process process) {
    this.process = process;
  }

  /** Looks for what shows that the process serves; empty while nothing does. */
  interface Look<T> {
    Optional<T> find() throws IOException;
  }

  /** Says why the process does not serve. */
  interface Trouble {
    String words() throws IOException;
  }

  /**
   * Waits until it serves; empty when interrupted before.
   *
   * @throws IOException with the trouble's words, when it ended or does not serve within a minute;
   *     it is ended then
   */
  <T> Optional<T> awaitServing(Look<T> look, Trouble trouble, CountDownLatch interrupted)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (true) {
      Optional<T> found = look.find();
      if (found.isPresent()) {
        return found;
      }
      if (!process.isAlive() || System.nanoTime() > deadline) {
        close();
        throw new IOException(trouble.words());
      }
      if (interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    }
  }

  /** Ends it; whoever interrupts the wait has it killed. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
