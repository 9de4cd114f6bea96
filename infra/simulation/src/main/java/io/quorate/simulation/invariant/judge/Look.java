package io.quorate.simulation.invariant.judge;

import java.util.Optional;

/** A look at the world that comes before the invariants after it are asked; nothing breaks it. */
public record Look(String name, Runnable look) implements Invariant {
  @Override
  public Optional<String> broken() {
    look.run();
    return Optional.empty();
  }
}
