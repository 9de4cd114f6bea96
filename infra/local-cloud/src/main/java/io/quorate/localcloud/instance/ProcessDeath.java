package io.quorate.localcloud.instance;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for processes to end. */
final class ProcessDeath {
  private ProcessDeath() {}

  /** Whether the process ends within the time. */
  static boolean within(ProcessHandle process, Duration time) {
    try {
      process.onExit().get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot wait for process " + process.pid(), e);
    }
  }
}
