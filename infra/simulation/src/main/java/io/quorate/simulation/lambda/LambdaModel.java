package io.quorate.simulation.lambda;

import io.quorate.controller.events.Trigger;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.schedule.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** The function: as many environments as there are invocations at one time. */
public final class LambdaModel {
  /** Below the lease, so that a living holder never loses it. */
  public static final long TIMEOUT_MILLIS = 25_000;

  private static final int ENVIRONMENTS_MAX = 4;

  private final Scheduler scheduler;
  private final Transcript transcript;
  private final IntFunction<Environment> create;
  private final BooleanSupplier out;
  private final List<Environment> environments = new ArrayList<>();
  private final List<Consumer<SimProcess>> onNext = new ArrayList<>();
  private int created;

  LambdaModel(
      Scheduler scheduler,
      Transcript transcript,
      IntFunction<Environment> create,
      BooleanSupplier out) {
    this.out = out;
    this.scheduler = scheduler;
    this.transcript = transcript;
    this.create = create;
  }

  /**
   * Invokes the function.
   *
   * @param ended told the ids to repeat, or nothing when the invocation failed
   */
  public void invoke(Trigger trigger, Consumer<Optional<List<String>>> ended) {
    environments.removeIf(environment -> environment.simProcess().crashed());
    Optional<Environment> found = environments.stream().filter(Environment::free).findFirst();
    if (out.getAsBoolean() || (found.isEmpty() && environments.size() >= ENVIRONMENTS_MAX)) {
      transcript.line(scheduler.now(), "lambda", "throttled", () -> "");
      scheduler.after(1_000, () -> ended.accept(Optional.empty()));
      return;
    }
    Environment environment = found.orElseGet(this::cold);
    onNext.forEach(inject -> inject.accept(environment.simProcess()));
    onNext.clear();
    boolean[] told = new boolean[1];
    Consumer<Optional<List<String>>> once =
        result -> {
          if (!told[0]) {
            told[0] = true;
            ended.accept(result);
          }
        };
    environment.simProcess().onCrash(() -> once.accept(Optional.empty()));
    int number = environment.invoke(trigger, TIMEOUT_MILLIS, once);
    scheduler.after(TIMEOUT_MILLIS, () -> timeOut(environment, number));
  }

  private Environment cold() {
    Environment environment = create.apply(++created);
    environments.add(environment);
    return environment;
  }

  private void timeOut(Environment environment, int invocation) {
    if (!environment.handles(invocation)) {
      return;
    }
    long thaw = environment.simProcess().frozenUntil();
    if (thaw > scheduler.now()) {
      // What is frozen is not killed either: the worst case, for it wakes past its lease.
      scheduler.after(
          thaw - scheduler.now() + TIMEOUT_MILLIS, () -> timeOut(environment, invocation));
      return;
    }
    transcript.line(scheduler.now(), environment.simProcess().name(), "times out", () -> "");
    environment.simProcess().crash();
  }

  /** To be done to the actor that is invoked next. */
  public void onNext(Consumer<SimProcess> inject) {
    onNext.add(inject);
  }

  /** The actors that handle an invocation now. */
  public List<SimProcess> busy() {
    return environments.stream().filter(Environment::busy).map(Environment::simProcess).toList();
  }
}
