package io.quorate.state;

import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import java.util.Optional;

/**
 * The sole authority for starting a new etcd identity.
 *
 * <p>Transitions: UNBORN → COMMITTING (the birth is decided and recorded) → COMMITTED (its twin
 * stands in the archive; listed instances may run {@code new}, each once).
 *
 * @param uid minted at the first apply, with the right to bootstrap
 * @param state how far the current generation's birth has come
 * @param birth the current generation's birth; absent only while unborn
 */
public record Lineage(ClusterUid uid, State state, Optional<Birth> birth) {
  /** How far the birth has come. */
  public enum State {
    /** The right to bootstrap is unused. */
    UNBORN,
    /** The birth is recorded and will be finished as recorded, by whoever comes next. */
    COMMITTING,
    /** The birth is final; agents act on it. */
    COMMITTED
  }

  /** Refuses a state that contradicts the birth. */
  public Lineage {
    if ((state == State.UNBORN) == birth.isPresent()) {
      throw new IllegalArgumentException("lineage " + state + " with birth " + birth);
    }
  }

  /** A cluster that was never born. */
  public static Lineage unborn(ClusterUid uid) {
    return new Lineage(uid, State.UNBORN, Optional.empty());
  }

  /** Records the decided birth; only an unborn cluster may. */
  public Lineage committing(Birth decided) {
    if (state != State.UNBORN) {
      throw new IllegalStateException("lineage is " + state + ": a birth is decided only once");
    }
    return new Lineage(uid, State.COMMITTING, Optional.of(decided));
  }

  /** Makes the recorded birth final. */
  public Lineage committed() {
    if (state != State.COMMITTING) {
      throw new IllegalStateException("lineage is " + state + ": nothing to commit");
    }
    return new Lineage(uid, State.COMMITTED, birth);
  }

  /** The current generation; zero while unborn. */
  public Generation generation() {
    return birth.map(Birth::generation).orElse(Generation.UNBORN);
  }
}
