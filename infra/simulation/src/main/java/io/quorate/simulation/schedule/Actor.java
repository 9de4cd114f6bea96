package io.quorate.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One life of a process: an agent from its start to its end, or one controller invocation. It may
 * crash before or after any port call, and freeze, which delays whatever it would do next.
 */
public final class Actor {
  /** Where a port call is interrupted. */
  public enum Point {
    /** Nothing was done. */
    BEFORE,
    /** It was done, but nobody knows. */
    AFTER
  }

  private final Scheduler scheduler;
  private final String name;
  private final List<Strand> strands = new ArrayList<>();
  private final List<Runnable> onCrash = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private @Nullable Strand holder;
  private boolean crashed;
  private long frozenUntil;
  private long callsToCrash = -1;
  private Point crashPoint = Point.BEFORE;

  /** Lives from now on. */
  public Actor(Scheduler scheduler, String name) {
    this.scheduler = scheduler;
    this.name = name;
    scheduler.add(this);
  }

  /** What it is called in transcripts. */
  public String name() {
    return name;
  }

  /** Whether it crashed. */
  public boolean crashed() {
    return crashed;
  }

  /** Until when it does nothing; in the past while it is not frozen. */
  public long frozenUntil() {
    return frozenUntil;
  }

  /** Does nothing until then. */
  public void freeze(long until) {
    frozenUntil = Math.max(frozenUntil, until);
  }

  /**
   * Runs something that holds a lock of its own while it waits: until it is done, the actor's other
   * strands wait too, as most of them would for that very lock.
   */
  public void exclusively(Runnable work) {
    holder = scheduler.asking();
    try {
      work.run();
    } finally {
      holder = null;
      List<Runnable> next = List.copyOf(waiting);
      waiting.clear();
      next.forEach(go -> scheduler.after(0, go));
    }
  }

  /** Whether this strand must wait for another; then it is passed the baton later. */
  boolean defers(Strand strand, Runnable later) {
    if (holder == null || holder == strand || crashed) {
      return false;
    }
    waiting.add(later);
    return true;
  }

  /** Begins a strand of it. */
  public Strand start(String what, Runnable work) {
    strands.removeIf(Strand::ended);
    Strand strand = new Strand(scheduler, this, name + "/" + what, work);
    strands.add(strand);
    scheduler.resume(strand, scheduler.now());
    return strand;
  }

  /** Whether all its strands have ended. */
  public boolean done() {
    return strands.stream().allMatch(Strand::ended);
  }

  /** Crashes at this point of the call that comes after so many others. */
  public void crashAtCall(long after, Point point) {
    callsToCrash = after;
    crashPoint = point;
  }

  /** To be told when it crashes. */
  public void onCrash(Runnable told) {
    onCrash.add(told);
  }

  /** Ends at once: what it has sent may still arrive, but it does nothing any more. */
  public void crash() {
    if (!crashed) {
      crashed = true;
      onCrash.forEach(Runnable::run);
      strands.stream()
          .filter(strand -> !strand.ended() && strand != scheduler.current())
          .forEach(strand -> scheduler.resume(strand, scheduler.now()));
    }
  }

  /** The run is over: it only unwinds. */
  void condemn() {
    crashed = true;
    onCrash.clear();
  }

  List<Strand> strands() {
    return strands;
  }

  /** Throws once it has crashed. */
  public void reach() {
    if (crashed) {
      throw new Crashed(name);
    }
  }

  /** Called at the begin of each port call; whether the call is the one to crash after. */
  boolean reachCall() {
    reach();
    if (callsToCrash < 0 || callsToCrash-- > 0) {
      return false;
    }
    if (crashPoint == Point.BEFORE) {
      crash();
      throw new Crashed(name);
    }
    return true;
  }
}
