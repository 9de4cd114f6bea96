package io.quorate.simulation.node;

import io.quorate.agent.tasks.TaskWorker;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.schedule.SimProcess;

/** The strand that an agent's tasks run on, and how they spend their time. */
final class TaskStrand implements TaskWorker {
  private static final long SLICE_MILLIS = 500;

  private final Scheduler scheduler;
  private final SimProcess simProcess;
  private final SeededRandom random;
  private boolean interrupted;

  TaskStrand(Scheduler scheduler, SimProcess simProcess, SeededRandom random) {
    this.scheduler = scheduler;
    this.simProcess = simProcess;
    this.random = random;
  }

  @Override
  public void start(String name, Runnable work) {
    interrupted = false;
    simProcess.start("task " + name, work);
  }

  @Override
  public void interrupt() {
    interrupted = true;
  }

  /** Works for a while; an interrupt ends it soon. */
  void work(long leastMillis, long mostMillis) throws InterruptedException {
    long left = random.between("task " + simProcess.name(), leastMillis, mostMillis);
    for (; left > 0; left -= SLICE_MILLIS) {
      scheduler.sleep(Math.min(left, SLICE_MILLIS));
      reach();
    }
  }

  /** The time, in milliseconds. */
  long now() {
    return scheduler.now();
  }

  /** How long something takes that nothing interrupts. */
  long lasting(long leastMillis, long mostMillis) {
    return random.between("task " + simProcess.name(), leastMillis, mostMillis);
  }

  /** Waits, whether or not it was interrupted. */
  void pause(long millis) {
    scheduler.sleep(millis);
  }

  /** Whether it was told to end. */
  boolean interrupted() {
    return interrupted;
  }

  /** Ends the work where it was interrupted. */
  void reach() throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException("interrupted");
    }
  }
}
