package io.quorate.controller.reconcile;

import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.state.Condition;
import io.quorate.store.Key;
import java.util.List;

/** How a turn about one cluster ended. */
public sealed interface TurnResult {
  /**
   * Nothing more is to be done for now.
   *
   * @param decisions those that changed something, in order, as {@code Name:REASON}
   * @param noted whether something shown to people changed
   * @param unreadable why rows of single nodes were left out
   * @param snapshots what a recovery would lose and take
   * @param signals what it found of the cluster, for metrics
   */
  record Settled(
      List<String> decisions,
      boolean noted,
      List<String> unreadable,
      SnapshotAges snapshots,
      ClusterSignals signals)
      implements TurnResult {
    public Settled {
      decisions = List.copyOf(decisions);
      unreadable = List.copyOf(unreadable);
    }

    /** Of a cluster without snapshots and conditions. */
    public Settled(List<String> decisions, boolean noted, List<String> unreadable) {
      this(decisions, noted, unreadable, SnapshotAges.NONE, ClusterSignals.NONE);
    }
  }

  /** Another turn holds the lease. */
  record Busy(int attempts) implements TurnResult {}

  /** The evidence moved under every plan; a later turn looks again. */
  record Stale(List<Key> moved) implements TurnResult {
    public Stale {
      moved = List.copyOf(moved);
    }
  }

  /** Another turn took the lease meanwhile: nothing of this plan was written. */
  record Overtaken() implements TurnResult {}

  /** The time given ran out before the turn settled. */
  record OutOfTime(List<String> decisions) implements TurnResult {
    public OutOfTime {
      decisions = List.copyOf(decisions);
    }
  }

  /**
   * More may be to do at once: the turn took all the looks it may, or performed an effect that does
   * not show yet.
   *
   * @param decisions those that changed something, in order
   * @param why which of the two, for people
   */
  record Unsettled(List<String> decisions, String why) implements TurnResult {
    public Unsettled {
      decisions = List.copyOf(decisions);
    }
  }

  /** A record cannot be read; the status says which, once. */
  record Halted(Condition.Type condition, String message) implements TurnResult {}

  /** No such cluster was applied. */
  record NoCluster() implements TurnResult {}

  /** Whether whoever hinted at this cluster should hint again. */
  default boolean retry() {
    return switch (this) {
      case Settled settled -> false;
      case Halted halted -> false;
      case NoCluster none -> false;
      case Busy busy -> true;
      case Stale stale -> true;
      case Overtaken overtaken -> true;
      case OutOfTime late -> true;
      case Unsettled unsettled -> true;
    };
  }
}
