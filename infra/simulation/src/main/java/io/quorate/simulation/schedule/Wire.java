package io.quorate.simulation.schedule;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Through which an actor's ports reach the world: every call of it may crash, wait, or get lost.
 */
public final class Wire {
  private final Scheduler scheduler;
  private final Actor actor;
  private final Transcript transcript;

  /** For this actor's ports. */
  public Wire(Scheduler scheduler, Actor actor, Transcript transcript) {
    this.scheduler = scheduler;
    this.actor = actor;
    this.transcript = transcript;
  }

  /** Whose it is. */
  public Actor actor() {
    return actor;
  }

  /** The time, in milliseconds. */
  public long now() {
    return scheduler.now();
  }

  /** A call on the own machine: it takes no time, but the actor may crash before or after it. */
  public <T> T local(String what, Supplier<T> effect) {
    boolean last = actor.reachCall();
    T done = effect.get();
    if (last) {
      die(what);
    }
    return done;
  }

  /**
   * A request over the network.
   *
   * @param fate what becomes of it
   * @param timeoutMillis when the caller gives up
   * @param effect what it does where it arrives
   * @param unknown what the caller gets when it gave up: a value, or an exception
   */
  public <T> T remote(
      String what, Fate fate, long timeoutMillis, Supplier<T> effect, Function<String, T> unknown) {
    boolean last = actor.reachCall();
    if (fate.instant() || !scheduler.onStrand()) {
      T done = fate.arrives() ? effect.get() : null;
      if (last) {
        die(what);
      }
      return done != null && fate.answered() ? done : unknown.apply(what + ": no answer");
    }
    Slip<T> slip = new Slip<>();
    Strand strand = scheduler.asking();
    if (fate.arrives()) {
      scheduler.after(fate.there(), () -> arrive(what, fate, effect, slip, strand, last));
      fate.again().ifPresent(millis -> scheduler.after(millis, () -> again(what, effect)));
    }
    boolean failsSoon = !fate.arrives() && fate.back() > 0;
    scheduler.resume(strand, scheduler.now() + (failsSoon ? fate.back() : timeoutMillis));
    strand.pause();
    if (!slip.open) {
      if (last) {
        die(what);
      }
      transcript.line(scheduler.now(), actor.name(), what, () -> "not answered in time");
      return unknown.apply(what + ": no answer within " + timeoutMillis + " ms");
    }
    return slip.take();
  }

  /**
   * A request to a model that answers in its own time, or never.
   *
   * @param begin sends it; told what to do with the answer
   * @param unknown what the caller gets when none came in time
   */
  public <T> T asked(
      String what, long timeoutMillis, Consumer<Consumer<T>> begin, Function<String, T> unknown) {
    boolean last = actor.reachCall();
    Slip<T> slip = new Slip<>();
    Strand strand = scheduler.asking();
    Scheduler.Ticket ticket = new Scheduler.Ticket(strand.ticket());
    begin.accept(
        answer -> {
          slip.fill(() -> answer);
          if (transcript.kept()) {
            transcript.line(scheduler.now(), actor.name(), what, () -> words(what, slip));
          }
          slip.open = true;
          scheduler.resume(strand, ticket);
        });
    scheduler.resume(strand, scheduler.now() + timeoutMillis);
    strand.pause();
    if (last) {
      die(what);
    }
    return slip.open ? slip.take() : unknown.apply("no answer within " + timeoutMillis + " ms");
  }

  private <T> void arrive(
      String what, Fate fate, Supplier<T> effect, Slip<T> slip, Strand strand, boolean last) {
    slip.fill(effect);
    if (transcript.kept()) {
      transcript.line(scheduler.now(), actor.name(), what, () -> words(what, slip));
    }
    if (last) {
      transcript.line(scheduler.now(), actor.name(), "crashes after " + what, () -> "");
      actor.crash();
    } else if (fate.answered()) {
      scheduler.after(fate.back(), () -> slip.open = true);
      scheduler.resume(strand, scheduler.now() + fate.back());
    }
  }

  private <T> void again(String what, Supplier<T> effect) {
    Slip<T> ignored = new Slip<>();
    ignored.fill(effect);
    transcript.line(scheduler.now(), actor.name(), "again: " + what, () -> words(what, ignored));
  }

  private String words(String what, Slip<?> slip) {
    return slip.refusal == null
        ? transcript.words(actor.name() + " " + what, slip.value)
        : slip.refusal.getClass().getSimpleName() + ": " + slip.refusal.getMessage();
  }

  private void die(String what) {
    transcript.line(scheduler.now(), actor.name(), "crashes after " + what, () -> "");
    actor.crash();
    throw new Crashed(actor.name());
  }

  /** An answer on its way. */
  private static final class Slip<T> {
    private @Nullable T value;
    private @Nullable RuntimeException refusal;
    private boolean open;

    void fill(Supplier<T> effect) {
      try {
        value = effect.get();
      } catch (RuntimeException e) {
        refusal = e;
      }
    }

    T take() {
      if (refusal != null) {
        throw refusal;
      }
      if (value == null) {
        throw new IllegalStateException("an effect answered null: expected a value");
      }
      return value;
    }
  }
}
