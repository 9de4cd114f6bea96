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
  private final List<Actor> actors = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();
  private long now;
  private long order;
  private long handled;
  private volatile @Nullable Thread own;
  private final AtomicLong handed = new AtomicLong();
  private volatile boolean stuck;
  private @Nullable Strand current;

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

  @Nullable Strand current() {
    return current;
  }

  /** Whether a strand runs, which alone may be made to wait. */
  public boolean onStrand() {
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
    actors.forEach(Actor::condemn);
    for (Actor actor : actors) {
      for (Strand strand : actor.strands()) {
        if (!strand.ended() && strand.started()) {
          hand(strand);
        }
      }
    }
  }

  void add(Actor actor) {
    actors.add(actor);
    if (actors.size() > MANY) {
      actors.removeIf(former -> former.crashed() && former.done());
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
    Strand strand = asking();
    resume(strand, now + Math.max(0, millis));
    strand.pause();
  }

  /** Lets the strand that asks wait until {@link #resume} is called for it. */
  public Strand asking() {
    Strand strand = current;
    if (strand == null) {
      throw new IllegalStateException(
          "nothing may wait outside a strand: make the call immediate, or start a strand for it");
    }
    return strand;
  }

  /**
   * Ends the pause that a strand is in, or is about to begin, at that moment, or when its actor
   * thaws. Whoever comes first ends it; the others are ignored.
   */
  public void resume(Strand strand, long at) {
    long ticket = strand.ticket();
    after(at - now, () -> passTo(strand, ticket));
  }

  /** Ends the pause of this ticket now, if the strand is still in it. */
  void resume(Strand strand, Ticket ticket) {
    after(0, () -> passTo(strand, ticket.number()));
  }

  private void passTo(Strand strand, long ticket) {
    if (strand.ended() || strand.ticket() != ticket) {
      return;
    }
    long thaw = strand.actor().frozenUntil();
    if (thaw > now && !strand.actor().crashed()) {
      after(thaw - now, () -> passTo(strand, ticket));
      return;
    }
    if (strand.actor().defers(strand, () -> passTo(strand, ticket))) {
      return;
    }
    hand(strand);
    Throwable failure = strand.failure();
    if (strand.ended() && failure != null) {
      throw new StrandFailedException(strand + " failed", failure);
    }
  }

  private void hand(Strand strand) {
    current = strand;
    strand.go();
    while (strand.running()) {
      LockSupport.park(this);
      if (stuck && strand.running()) {
        throw stuck(strand);
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

  private static IllegalStateException stuck(Strand strand) {
    return new IllegalStateException(
        strand
            + " holds the baton and is "
            + strand.thread().getState()
            + ": it waits for a lock of another strand, so a port call under that lock must be"
            + " immediate; it stands at "
            + java.util.Arrays.toString(strand.thread().getStackTrace()));
  }

  void unpark() {
    LockSupport.unpark(own);
  }
}
