package io.quorate.simulation.fleet;

import io.quorate.controller.function.Dispatcher;

/** An execution environment of the function: one invocation at a time. */
final class ModelEnvironment {
  private final Dispatcher dispatcher;
  private long freeAt = Long.MIN_VALUE;

  ModelEnvironment(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  long freeAt() {
    return freeAt;
  }

  void busyUntil(long millis) {
    freeAt = millis;
  }
}
