package io.quorate.state;

import io.quorate.model.Generation;
import java.util.Optional;

/** What the lineage mirror holds of one generation. */
public sealed interface MirroredGeneration permits Bootstrap, LostBootstrap {
  /** The generation. */
  Generation generation();

  /** Where it left its parent; empty where it began empty. */
  Optional<Fork> fork();
}
