package io.quorate.simulation.invariant.judge;

import io.quorate.simulation.world.SimWorld;
import java.util.Optional;

/** An invariant that is told of things as they happen, and keeps the first breach. */
public abstract class EventInvariant implements Invariant {
  private final String name;
  private final SimWorld world;
  private Optional<String> broken = Optional.empty();

  public EventInvariant(String name, SimWorld world) {
    this.name = name;
    this.world = world;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  /** It is broken, in words. */
  public final void breaks(String what) {
    broken = broken.or(() -> Optional.of(what));
    world.changed();
  }
}
