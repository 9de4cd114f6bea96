package io.quorate.simulation.schedule;

import org.jspecify.annotations.Nullable;

/** Wakes a strand before its time. */
public final class SimWakeup {
  private final Scheduler scheduler;
  private @Nullable SimThread waiting;
  private Scheduler.Ticket ticket = new Scheduler.Ticket(-1);
  private boolean rung;

  /** In this scheduler's time. */
  public SimWakeup(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Ends the wait, or the next one. */
  public void ring() {
    rung = true;
    SimThread simThread = waiting;
    if (simThread != null) {
      scheduler.resume(simThread, ticket);
    }
  }

  /** Lets the strand that asks wait until the bell rings, but no longer than this. */
  public void await(long millis) {
    SimThread simThread = scheduler.asking();
    if (!rung) {
      ticket = new Scheduler.Ticket(simThread.ticket());
      waiting = simThread;
      scheduler.resume(simThread, scheduler.now() + Math.max(0, millis));
      simThread.pause();
      waiting = null;
    } else {
      // Even so others may go first.
      scheduler.sleep(0);
    }
    rung = false;
  }
}
