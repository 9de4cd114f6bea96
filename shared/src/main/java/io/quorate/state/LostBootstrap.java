package io.quorate.state;

import io.quorate.model.Generation;
import io.quorate.wire.Wire;
import java.util.Optional;

/**
 * An ancestor in the lineage mirror whose bootstrap nobody knows any more: the bucket lost it, and
 * the table keeps that of the current generation only. It says that the generation was begun, so
 * that no table begins it again, and where it left its parent.
 *
 * @param generation the ancestor
 * @param fork where it left its parent; empty where it began empty
 */
@Wire.Derived(value = "bootstrapLost", after = "generation")
public record LostBootstrap(Generation generation, Optional<Fork> fork)
    implements MirroredGeneration {
  /** Tells its record from that of a bootstrap. */
  public boolean bootstrapLost() {
    return true;
  }

  /** Refuses the fork of another generation. */
  public LostBootstrap {
    if (fork.filter(own -> !own.generation().equals(generation)).isPresent()) {
      throw new IllegalArgumentException("generation " + generation + " with fork " + fork.get());
    }
  }
}
