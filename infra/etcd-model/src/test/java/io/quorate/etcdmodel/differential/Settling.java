package io.quorate.etcdmodel.differential;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Time, the same for both sides, and the wait until both show the same. The model's leadership is
 * moved to where the real one is.
 */
final class Settling {
  private static final long LOOK_MILLIS = 200;
  private static final long VERSION_MILLIS = 15_000;
  private static final long MODEL_MILLIS = 20_000;
  private static final long HEALTH_MILLIS = 6_500;

  private final RealSide real;
  private final ModelSide model;
  private final long patienceMillis;
  private final long begun = System.nanoTime();

  /**
   * Begins at time zero.
   *
   * @param patienceMillis how long what is seen may differ, after what an operation needs at least
   */
  Settling(RealSide real, ModelSide model, long patienceMillis) {
    this.real = real;
    this.model = model;
    this.patienceMillis = patienceMillis;
  }

  long elapsed() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }

  /** Lets the model's time catch up with the real one. */
  void follow() {
    model.world().advance(Math.max(model.world().now(), elapsed()));
  }

  /**
   * How long an operation takes at least to show all it does.
   *
   * @param led whether a leader with a quorum was there before and, in the model, is there still
   */
  static long after(Op op, boolean led) {
    return switch (op.kind()) {
      case SETTLE -> HEALTH_MILLIS;
      case REMOVE -> 1_700;
      case KILL, TERM, FREEZE, CUT -> led ? 400 : 2 * Place.ELECTION_MILLIS + 200;
      case THAW, MEND -> 2 * Place.ELECTION_MILLIS + 200;
      default -> op.starts() ? Place.ELECTION_MILLIS + 500 : 100;
    };
  }

  /**
   * Waits until a new cluster has decided its version, where it does: that comes with the leader or
   * four seconds later, and until then joiners are refused as incompatible.
   */
  void versionDecided(int place) {
    long end = elapsed() + VERSION_MILLIS;
    while (elapsed() < end && !real.calls().versionDecided(place)) {
      rest(LOOK_MILLIS);
    }
  }

  /** Waits, at least so long, until the same is seen on both sides. */
  OpVerdict settle(long atLeast) {
    long from = elapsed();
    rest(Math.max(LOOK_MILLIS, atLeast));
    long end = from + atLeast + patienceMillis;
    SeenState seen = real.seen().look();
    SeenState modelled = model.seen().look();
    int changes = 0;
    while (elapsed() < end) {
      List<Integer> leaders = real.seen().leaders();
      boolean aligned = leaders.stream().allMatch(model::lead);
      follow();
      SeenState before = seen;
      seen = real.seen().look();
      modelled = model.seen().look();
      if (aligned && seen.equals(modelled)) {
        return new OpVerdict.Same();
      }
      end = Math.min(end, from + atLeast + worthWaiting(seen, modelled));
      boolean late = elapsed() > from + atLeast + patienceMillis / 2;
      changes += late && !before.equals(seen) ? 1 : 0;
      rest(LOOK_MILLIS);
    }
    return changes > 0 || seen.equals(modelled)
        ? new OpVerdict.Undecided("real etcd does not come to rest here")
        : new OpVerdict.Different("seen\n    real:" + seen + "\n    model:" + modelled);
  }

  /** A process that ended stays ended, and only the model may still follow. */
  private long worthWaiting(SeenState seen, SeenState modelled) {
    Set<Integer> differ = seen.differing(modelled);
    if (differ.isEmpty() || !differ.stream().allMatch(seen::ended)) {
      return patienceMillis;
    }
    return differ.stream().allMatch(modelled::ended) ? 0 : MODEL_MILLIS;
  }

  private void rest(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    follow();
  }
}
