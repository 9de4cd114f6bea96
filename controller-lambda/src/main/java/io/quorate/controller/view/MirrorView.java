package io.quorate.controller.view;

import io.quorate.state.MirroredLineage;
import java.util.Optional;

/** What the bucket's mirror of the lineage holds. */
public sealed interface MirrorView {
  /**
   * It was read.
   *
   * @param lineage empty where nobody has claimed the cluster's name
   */
  record Read(Optional<MirroredLineage> lineage) implements MirrorView {}

  /**
   * An object of it cannot be read.
   *
   * @param why which one, and what is wrong with it
   */
  record Unreadable(String why) implements MirrorView {}

  /**
   * The store of the mirror did not answer, so that nothing is known of it.
   *
   * @param why in one word and in words
   */
  record Unanswered(String why) implements MirrorView {}
}
