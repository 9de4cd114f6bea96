package io.quorate.controller.function;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * The name of this environment's clock, made at its first turn. With SnapStart many environments
 * begin with one snapshot, which was taken after the function was put together: a name that was
 * made before would be the name of clocks that differ (ADR 10).
 */
final class ClockName implements Supplier<String> {
  private final Supplier<String> names;
  private Optional<String> name = Optional.empty();

  /** Will be one of these names, each of which is unique. */
  ClockName(Supplier<String> names) {
    this.names = names;
  }

  @Override
  public synchronized String get() {
    if (name.isEmpty()) {
      name = Optional.of(names.get());
    }
    return name.get();
  }

  synchronized boolean made() {
    return name.isPresent();
  }
}
