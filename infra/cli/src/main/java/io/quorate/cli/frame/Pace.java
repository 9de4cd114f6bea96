package io.quorate.cli.frame;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits between two looks. */
@FunctionalInterface
public interface Pace {
  /** Waits; returns whether to look again. */
  boolean next(Duration interval);

  /** Called by a command that will look again, before it prints anything. */
  default void begins() {}

  /**
   * The real one, which looks again until the process is told to end, and fails once nobody reads
   * its output any more.
   */
  static Pace untilInterrupted() {
    return new Real();
  }

  /** By the machine's clock. */
  final class Real implements Pace {
    private final CountDownLatch never = new CountDownLatch(1);
    private Optional<PipeReader> reader = Optional.empty();

    @Override
    public void begins() {
      reader = PipeReader.ofStandardOutput();
    }

    @Override
    public boolean next(Duration interval) {
      if (reader.filter(PipeReader::gone).isPresent()) {
        throw new CommandFailure(CommandExitCode.OUTPUT, CommandFailure.NOT_WRITTEN);
      }
      try {
        return !never.await(interval.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException asked) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
