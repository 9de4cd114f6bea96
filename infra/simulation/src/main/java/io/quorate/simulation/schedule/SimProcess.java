package io.quorate.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One life of a process: an agent from its start to its end, or one controller invocation. It may
 * crash before or after any port call, and freeze, which delays whatever it would do next.
 */
public final class SimProcess {
  /** Where a port call is interrupted. */
  public enum Point {
    /** Nothing was done. */
    BEFORE,
    /** It was done, but nobody knows. */
    AFTER
  }

  private final Scheduler scheduler;
  private final String name;
  private final List<SimThread> simThreads = new ArrayList<>();
  private final List<Runnable> onCrash = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private @Nullable SimThread holder;
  private boolean crashed;
  private long frozenUntil;
  private long callsToCrash = -1;
  private Point crashPoint = Point.BEFORE;

  /** Lives from now on. */
  public SimProcess(Scheduler scheduler, String name) {
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
  boolean defers(SimThread simThread, Runnable later) {
    if (holder == null || holder == simThread || crashed) {
      return false;
    }
    waiting.add(later);
    return true;
  }

  /** Begins a strand of it. */
  public SimThread start(String what, Runnable work) {
    simThreads.removeIf(SimThread::ended);
    SimThread simThread = new SimThread(scheduler, this, name + "/" + what, work);
    simThreads.add(simThread);
    scheduler.resume(simThread, scheduler.now());
    return simThread;
  }

  /** Whether all its strands have ended. */
  public boolean done() {
    return simThreads.stream().allMatch(SimThread::ended);
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
      simThreads.stream()
          .filter(simThread -> !simThread.ended() && simThread != scheduler.current())
          .forEach(simThread -> scheduler.resume(simThread, scheduler.now()));
    }
  }

  /** The run is over: it only unwinds. */
  void condemn() {
    crashed = true;
    onCrash.clear();
  }

  List<SimThread> simThreads() {
    return simThreads;
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
