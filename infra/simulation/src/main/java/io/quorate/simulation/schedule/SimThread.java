package io.quorate.simulation.schedule;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Blocking production code under the scheduler: a thread that runs only while it holds the baton,
 * and gives it back at each port call that takes time.
 */
public final class SimThread {
  private final Scheduler scheduler;
  private final SimProcess simProcess;
  private final String name;
  private final Thread thread;
  private volatile boolean running;
  private long ticket;
  private volatile boolean ended;
  private volatile @Nullable Throwable failure;

  SimThread(Scheduler scheduler, SimProcess simProcess, String name, Runnable work) {
    this.scheduler = scheduler;
    this.simProcess = simProcess;
    this.name = name;
    this.thread = Thread.ofVirtual().name(name).unstarted(() -> live(work));
  }

  private void live(Runnable work) {
    try {
      simProcess.reach();
      work.run();
    } catch (Crashed crashed) {
      // It was meant to end here.
    } catch (Throwable t) {
      failure = t;
    }
    ended = true;
    running = false;
    scheduler.unpark();
  }

  SimProcess simProcess() {
    return simProcess;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  boolean started() {
    return thread.getState() != Thread.State.NEW;
  }

  boolean ended() {
    return ended;
  }

  Thread thread() {
    return thread;
  }

  boolean running() {
    return running;
  }

  /** Tells this pause, or the one that comes next, from all others. */
  long ticket() {
    return ticket;
  }

  /** Called by the scheduler: this strand's turn, until it pauses or ends. */
  void go() {
    running = true;
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    } else {
      LockSupport.unpark(thread);
    }
  }

  /** Called by the strand itself: gives the baton back until the scheduler passes it on again. */
  void pause() {
    running = false;
    scheduler.unpark();
    while (!running) {
      LockSupport.park(this);
    }
    ticket++;
    simProcess.reach();
  }

  @Override
  public String toString() {
    return name;
  }
}
