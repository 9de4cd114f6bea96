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
 * @param bootstrap the current generation's birth; absent only while unborn
 */
public record Lineage(ClusterUid uid, State state, Optional<Bootstrap> bootstrap) {
  /** How far the birth has come. */
  public enum State {
    /** The right to bootstrap is unused. */
    UNBOOTSTRAPPED,
    /** The birth is recorded and will be finished as recorded, by whoever comes next. */
    COMMITTING,
    /** The birth is final; agents act on it. */
    COMMITTED
  }

  /** Refuses a state that contradicts the birth. */
  public Lineage {
    if ((state == State.UNBOOTSTRAPPED) == bootstrap.isPresent()) {
      throw new IllegalArgumentException("lineage " + state + " with birth " + bootstrap);
    }
  }

  /** A cluster that was never born. */
  public static Lineage unbootstrapped(ClusterUid uid) {
    return new Lineage(uid, State.UNBOOTSTRAPPED, Optional.empty());
  }

  /** Records the decided birth; only an unborn cluster may. */
  public Lineage committing(Bootstrap decided) {
    if (state != State.UNBOOTSTRAPPED) {
      throw new IllegalStateException("lineage is " + state + ": a birth is decided only once");
    }
    return new Lineage(uid, State.COMMITTING, Optional.of(decided));
  }

  /** Makes the recorded birth final. */
  public Lineage committed() {
    if (state != State.COMMITTING) {
      throw new IllegalStateException("lineage is " + state + ": nothing to commit");
    }
    return new Lineage(uid, State.COMMITTED, bootstrap);
  }

  /** The current generation; zero while unborn. */
  public Generation generation() {
    return bootstrap.map(Bootstrap::generation).orElse(Generation.UNBOOTSTRAPPED);
  }
}
