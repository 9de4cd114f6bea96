package io.quorate.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Owns time and interleaving: takes the earliest event, runs it, looks whether all still holds, and
 * so on. Exactly one thread works at any moment: its own, or the strand that it passed the baton
 * to.
 */
public final class Scheduler {
  private static final int MANY = 200;

  private record Event(long at, long order, Runnable go) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<SimProcess> simProcesses = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();
  private long now;
  private long order;
  private long handled;
  private volatile @Nullable Thread own;
  private final AtomicLong handed = new AtomicLong();
  private volatile boolean stuck;
  private @Nullable SimThread current;

  /** Milliseconds since the begin. */
  public long now() {
    return now;
  }

  /** How many events were run. */
  public long handled() {
    return handled;
  }

  /** Runs something after so many milliseconds. */
  public void after(long millis, Runnable go) {
    events.add(new Event(now + Math.max(0, millis), order++, go));
  }

  @Nullable SimThread current() {
    return current;
  }

  /** Whether a strand runs, which alone may be made to wait. */
  public boolean onSimThread() {
    return current != null;
  }

  /** One pause of a strand. */
  record Ticket(long number) {}

  /** A model that has events of its own. */
  public interface Source {
    /** When its next event is due; empty while there is none. */
    OptionalLong nextEventAt();

    /** Lets everything happen that is due up to this time. */
    void advance(long to);
  }

  /** Adds a model that has events of its own; they come before others of the same moment. */
  public void add(Source source) {
    sources.add(source);
  }

  /** Runs all events up to this moment; after each one, asks whether to go on. */
  public void run(long until, BooleanSupplier goOn) {
    own = Thread.currentThread();
    while (step(until)) {
      handled++;
      if (!goOn.getAsBoolean()) {
        return;
      }
    }
    now = Math.max(now, until);
  }

  /** Lets every strand unwind, without any effect, so that no thread is left. */
  public void end() {
    own = Thread.currentThread();
    simProcesses.forEach(SimProcess::condemn);
    for (SimProcess simProcess : simProcesses) {
      for (SimThread simThread : simProcess.simThreads()) {
        if (!simThread.ended() && simThread.started()) {
          hand(simThread);
        }
      }
    }
  }

  void add(SimProcess simProcess) {
    simProcesses.add(simProcess);
    if (simProcesses.size() > MANY) {
      simProcesses.removeIf(former -> former.crashed() && former.done());
    }
  }

  private boolean step(long until) {
    long own = events.isEmpty() ? Long.MAX_VALUE : events.peek().at();
    for (Source source : sources) {
      long due = source.nextEventAt().orElse(Long.MAX_VALUE);
      if (due <= own && due <= until) {
        now = Math.max(now, due);
        source.advance(now);
        return true;
      }
    }
    if (own > until) {
      return false;
    }
    Event event = events.remove();
    now = event.at();
    event.go().run();
    return true;
  }

  /** Lets the strand that asks wait so long. */
  public void sleep(long millis) {
    SimThread simThread = asking();
    resume(simThread, now + Math.max(0, millis));
    simThread.pause();
  }

  /** Lets the strand that asks wait until {@link #resume} is called for it. */
  public SimThread asking() {
    SimThread simThread = current;
    if (simThread == null) {
      throw new IllegalStateException(
          "nothing may wait outside a strand: make the call immediate, or start a strand for it");
    }
    return simThread;
  }

  /**
   * Ends the pause that a strand is in, or is about to begin, at that moment, or when its actor
   * thaws. Whoever comes first ends it; the others are ignored.
   */
  public void resume(SimThread simThread, long at) {
    long ticket = simThread.ticket();
    after(at - now, () -> passTo(simThread, ticket));
  }

  /** Ends the pause of this ticket now, if the strand is still in it. */
  void resume(SimThread simThread, Ticket ticket) {
    after(0, () -> passTo(simThread, ticket.number()));
  }

  private void passTo(SimThread simThread, long ticket) {
    if (simThread.ended() || simThread.ticket() != ticket) {
      return;
    }
    long thaw = simThread.simProcess().frozenUntil();
    if (thaw > now && !simThread.simProcess().crashed()) {
      after(thaw - now, () -> passTo(simThread, ticket));
      return;
    }
    if (simThread.simProcess().defers(simThread, () -> passTo(simThread, ticket))) {
      return;
    }
    hand(simThread);
    Throwable failure = simThread.failure();
    if (simThread.ended() && failure != null) {
      throw new SimThreadFailedException(simThread + " failed", failure);
    }
  }

  private void hand(SimThread simThread) {
    current = simThread;
    simThread.go();
    while (simThread.running()) {
      LockSupport.park(this);
      if (stuck && simThread.running()) {
        throw stuck(simThread);
      }
    }
    handed.incrementAndGet();
    current = null;
  }

  /** How often a strand gave the baton back; for another thread that watches whether all hangs. */
  public long handed() {
    return handed.get();
  }

  /** That thread finds that nothing goes on: whoever waits for a strand tells where it stands. */
  public void tellWhatHangs() {
    stuck = true;
    unpark();
  }

  private static IllegalStateException stuck(SimThread simThread) {
    return new IllegalStateException(
        simThread
            + " holds the baton and is "
            + simThread.thread().getState()
            + ": it waits for a lock of another strand, so a port call under that lock must be"
            + " immediate; it stands at "
            + java.util.Arrays.toString(simThread.thread().getStackTrace()));
  }

  void unpark() {
    LockSupport.unpark(own);
  }
}
