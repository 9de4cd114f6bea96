package io.quorate.simulation.schedule;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Through which an actor's ports reach the world: every call of it may crash, wait, or get lost.
 */
public final class SimTransport {
  private final Scheduler scheduler;
  private final SimProcess simProcess;
  private final Transcript transcript;

  /** For this actor's ports. */
  public SimTransport(Scheduler scheduler, SimProcess simProcess, Transcript transcript) {
    this.scheduler = scheduler;
    this.simProcess = simProcess;
    this.transcript = transcript;
  }

  /** Whose it is. */
  public SimProcess simProcess() {
    return simProcess;
  }

  /** The time, in milliseconds. */
  public long now() {
    return scheduler.now();
  }

  /** Whether the strand that asks is the one that was started under this name. */
  public boolean strandIs(String what) {
    return scheduler.asking().toString().equals(simProcess.name() + "/" + what);
  }

  /** A call on the own machine: it takes no time, but the actor may crash before or after it. */
  public <T> T local(String what, Supplier<T> effect) {
    boolean last = simProcess.reachCall();
    T done = effect.get();
    if (last) {
      die(what);
    }
    return done;
  }

  /**
   * A request over the network.
   *
   * @param callFault what becomes of it
   * @param timeoutMillis when the caller gives up
   * @param effect what it does where it arrives
   * @param unknown what the caller gets when it gave up: a value, or an exception
   */
  public <T> T remote(
      String what,
      CallFault callFault,
      long timeoutMillis,
      Supplier<T> effect,
      Function<String, T> unknown) {
    boolean last = simProcess.reachCall();
    if (callFault.instant() || !scheduler.onSimThread()) {
      T done = callFault.arrives() ? effect.get() : null;
      if (last) {
        die(what);
      }
      return done != null && callFault.answered() ? done : unknown.apply(what + ": no answer");
    }
    Slip<T> slip = new Slip<>();
    SimThread simThread = scheduler.asking();
    if (callFault.arrives()) {
      scheduler.after(
          callFault.there(), () -> arrive(what, callFault, effect, slip, simThread, last));
      callFault.again().ifPresent(millis -> scheduler.after(millis, () -> again(what, effect)));
    }
    boolean failsSoon = !callFault.arrives() && callFault.back() > 0;
    scheduler.resume(simThread, scheduler.now() + (failsSoon ? callFault.back() : timeoutMillis));
    simThread.pause();
    if (!slip.open) {
      if (last) {
        die(what);
      }
      transcript.line(scheduler.now(), simProcess.name(), what, () -> "not answered in time");
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
    boolean last = simProcess.reachCall();
    Slip<T> slip = new Slip<>();
    SimThread simThread = scheduler.asking();
    Scheduler.Ticket ticket = new Scheduler.Ticket(simThread.ticket());
    begin.accept(
        answer -> {
          slip.fill(() -> answer);
          if (transcript.kept()) {
            transcript.line(scheduler.now(), simProcess.name(), what, () -> words(what, slip));
          }
          slip.open = true;
          scheduler.resume(simThread, ticket);
        });
    scheduler.resume(simThread, scheduler.now() + timeoutMillis);
    simThread.pause();
    if (last) {
      die(what);
    }
    return slip.open ? slip.take() : unknown.apply("no answer within " + timeoutMillis + " ms");
  }

  private <T> void arrive(
      String what,
      CallFault callFault,
      Supplier<T> effect,
      Slip<T> slip,
      SimThread simThread,
      boolean last) {
    slip.fill(effect);
    if (transcript.kept()) {
      transcript.line(scheduler.now(), simProcess.name(), what, () -> words(what, slip));
    }
    if (last) {
      transcript.line(scheduler.now(), simProcess.name(), "crashes after " + what, () -> "");
      simProcess.crash();
    } else if (callFault.answered()) {
      scheduler.after(callFault.back(), () -> slip.open = true);
      scheduler.resume(simThread, scheduler.now() + callFault.back());
    }
  }

  private <T> void again(String what, Supplier<T> effect) {
    Slip<T> ignored = new Slip<>();
    ignored.fill(effect);
    transcript.line(
        scheduler.now(), simProcess.name(), "again: " + what, () -> words(what, ignored));
  }

  private String words(String what, Slip<?> slip) {
    return slip.refusal == null
        ? transcript.words(simProcess.name() + " " + what, slip.value)
        : slip.refusal.getClass().getSimpleName() + ": " + slip.refusal.getMessage();
  }

  private void die(String what) {
    transcript.line(scheduler.now(), simProcess.name(), "crashes after " + what, () -> "");
    simProcess.crash();
    throw new Crashed(simProcess.name());
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
