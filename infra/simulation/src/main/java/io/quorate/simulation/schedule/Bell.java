package io.quorate.simulation.schedule;

import org.jspecify.annotations.Nullable;

/** Wakes a strand before its time. */
public final class Bell {
  private final Scheduler scheduler;
  private @Nullable Strand waiting;
  private Scheduler.Ticket ticket = new Scheduler.Ticket(-1);
  private boolean rung;

  /** In this scheduler's time. */
  public Bell(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Ends the wait, or the next one. */
  public void ring() {
    rung = true;
    Strand strand = waiting;
    if (strand != null) {
      scheduler.resume(strand, ticket);
    }
  }

  /** Lets the strand that asks wait until the bell rings, but no longer than this. */
  public void await(long millis) {
    Strand strand = scheduler.asking();
    if (!rung) {
      ticket = new Scheduler.Ticket(strand.ticket());
      waiting = strand;
      scheduler.resume(strand, scheduler.now() + Math.max(0, millis));
      strand.pause();
      waiting = null;
    } else {
      // Even so others may go first.
      scheduler.sleep(0);
    }
    rung = false;
  }
}
