package io.quorate.controller.reconcile;

import io.quorate.state.Pause;
import java.util.List;

/** What became of an operator's word to pause a cluster, or to end that. */
public sealed interface PauseResult {
  /**
   * It was written.
   *
   * @param left what pauses the cluster now
   */
  record Done(List<Pause> left) implements PauseResult {}

  /**
   * The command had paused it already, or had not; nothing was written.
   *
   * @param left what pauses the cluster now
   */
  record Unchanged(List<Pause> left) implements PauseResult {}

  /** The cluster was deleted; nothing was written. */
  record Deleted() implements PauseResult {}

  /** A turn holds the lease, or somebody applied meanwhile; nothing was written. */
  record Busy() implements PauseResult {}
}
