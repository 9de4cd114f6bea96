package io.quorate.simulation.lambda;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.function.Dispatcher;
import io.quorate.controller.function.InvocationMetrics;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.store.StoreUnavailableException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One execution environment: handles one invocation at a time, stays warm, and ends for good when
 * an invocation crashes or runs out of time.
 */
final class Environment {
  private final SimProcess simProcess;
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private boolean busy;
  private int invocations;

  Environment(SimProcess simProcess, Dispatcher dispatcher, InstantSource clock) {
    this.simProcess = simProcess;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  SimProcess simProcess() {
    return simProcess;
  }

  boolean free() {
    return !busy && !simProcess.crashed();
  }

  boolean busy() {
    return busy && !simProcess.crashed();
  }

  /** Begins an invocation; its answer comes unless it crashes. */
  int invoke(Trigger trigger, long timeoutMillis, Consumer<Optional<List<String>>> answered) {
    busy = true;
    int number = ++invocations;
    simProcess.start(
        "turn-" + number,
        () -> {
          Instant deadline = clock.instant().plusMillis(timeoutMillis);
          Optional<List<String>> again = handled(trigger, deadline);
          simProcess.reach();
          busy = false;
          answered.accept(again);
        });
    return number;
  }

  /** Empty when the function threw: then Lambda counts the invocation as failed. */
  private Optional<List<String>> handled(Trigger trigger, Instant deadline) {
    try {
      return Optional.of(dispatcher.handle(trigger, deadline, new InvocationMetrics("simulated")));
    } catch (StoreUnavailableException | CloudUnavailableException e) {
      return Optional.empty();
    }
  }

  boolean handles(int invocation) {
    return busy && invocations == invocation && !simProcess.crashed();
  }
}
