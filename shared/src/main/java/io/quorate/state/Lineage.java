package io.quorate.state;

import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sole authority for starting a new etcd identity.
 *
 * <p>Transitions: UNBOOTSTRAPPED → COMMITTING (the bootstrap is decided and recorded) → COMMITTED
 * (the lineage mirror holds it; listed instances may run {@code new}, each once). A recovery goes
 * from COMMITTED to COMMITTING of the next generation, which begins with a source; so does the
 * import of a cluster with an origin, from UNBOOTSTRAPPED. Any state but itself → DELETED, which is
 * the last: the record stays as the name's tombstone, so that no etcd identity ever begins under it
 * again.
 *
 * @param uid minted at the first apply, with the right to bootstrap
 * @param state how far the current generation's bootstrap has come
 * @param bootstrap the current generation's bootstrap; absent only before the first one
 * @param ancestors where each generation that had a source left its parent, oldest first
 * @param origin the snapshot that generation 1 is to begin with; only while it has not begun
 */
@Wire.Derived(value = "generation", after = "state")
public record Lineage(
    ClusterUid uid,
    State state,
    Optional<Bootstrap> bootstrap,
    @Wire.Sparse @Wire.Name("ancestors.forks") List<Fork> ancestors,
    Optional<Origin> origin) {
  /** How far the bootstrap has come. */
  public enum State {
    /** The right to bootstrap is unused. */
    UNBOOTSTRAPPED,
    /** The bootstrap is recorded and will be finished as recorded, by whoever comes next. */
    COMMITTING,
    /** The bootstrap is final; agents act on it. */
    COMMITTED,
    /** The cluster was deleted; nothing of it starts again. */
    DELETED
  }

  /** Refuses a state that contradicts the bootstrap, and a source that no fork names. */
  public Lineage {
    ancestors = List.copyOf(ancestors);
    boolean fits =
        switch (state) {
          case UNBOOTSTRAPPED -> bootstrap.isEmpty();
          case COMMITTING, COMMITTED -> bootstrap.isPresent();
          case DELETED -> true;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "lineage " + state + (bootstrap.isPresent() ? " with" : " without") + " a bootstrap");
    }
    if (origin.isPresent() && state != State.UNBOOTSTRAPPED) {
      throw new IllegalArgumentException("lineage " + state + " with origin " + origin.get());
    }
    Optional<Fork> own = bootstrap.flatMap(Bootstrap::fork);
    if (own.isPresent() && !ancestors.contains(own.get())) {
      throw new IllegalArgumentException("lineage without its own fork " + own.get());
    }
  }

  /** A lineage whose generation began empty. */
  public Lineage(ClusterUid uid, State state, Optional<Bootstrap> bootstrap) {
    this(uid, state, bootstrap, List.of(), Optional.empty());
  }

  /** A cluster that was never bootstrapped. */
  public static Lineage unbootstrapped(ClusterUid uid) {
    return new Lineage(uid, State.UNBOOTSTRAPPED, Optional.empty());
  }

  /** A cluster that was never bootstrapped, and is to begin with a snapshot. */
  public static Lineage importing(ClusterUid uid, Origin origin) {
    return new Lineage(uid, State.UNBOOTSTRAPPED, Optional.empty(), List.of(), Optional.of(origin));
  }

  /** Records the decided bootstrap; refused for a cluster that is bootstrapped or has an origin. */
  public Lineage committing(Bootstrap decided) {
    if (state != State.UNBOOTSTRAPPED) {
      throw new IllegalStateException("lineage is " + state + ": a bootstrap is decided only once");
    }
    if (origin.isPresent()) {
      throw new IllegalStateException(
          "lineage begins with snapshot "
              + origin.get().snapshot()
              + ": it is never bootstrapped empty");
    }
    return new Lineage(uid, State.COMMITTING, Optional.of(decided));
  }

  /**
   * Records the next generation, which continues this one or an ancestor from a snapshot. Only a
   * committed lineage may, and only by one generation; or one that is to begin with exactly this
   * snapshot.
   */
  public Lineage reseeding(Bootstrap decided) {
    if ((state != State.COMMITTED && origin.isEmpty())
        || !decided.generation().equals(generation().next())) {
      throw new IllegalStateException(
          "lineage is "
              + state
              + " at generation "
              + generation()
              + ": generation "
              + decided.generation()
              + " cannot follow");
    }
    GenerationSource source =
        decided
            .source()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "generation "
                            + decided.generation()
                            + " has no source: it would be empty"));
    if (origin.filter(named -> !named.begins(source)).isPresent()) {
      throw new IllegalStateException(
          "lineage begins with " + origin.get() + ": refused " + source.snapshot());
    }
    List<Fork> forks = new ArrayList<>(ancestors);
    forks.add(Fork.of(decided.generation(), source));
    return new Lineage(uid, State.COMMITTING, Optional.of(decided), forks, Optional.empty());
  }

  /** Makes the recorded bootstrap final. */
  public Lineage committed() {
    if (state != State.COMMITTING) {
      throw new IllegalStateException("lineage is " + state + ": nothing to commit");
    }
    return new Lineage(uid, State.COMMITTED, bootstrap, ancestors, Optional.empty());
  }

  /** Ends the cluster for good, however far its bootstrap has come. */
  public Lineage deleted() {
    if (state == State.DELETED) {
      throw new IllegalStateException("the cluster of UID " + uid + " is deleted already");
    }
    return new Lineage(uid, State.DELETED, bootstrap, ancestors, Optional.empty());
  }

  /** Every generation before the current one, as far as this record tells of it. */
  public List<LostBootstrap> withoutBootstrap() {
    List<LostBootstrap> earlier = new ArrayList<>();
    for (Generation next = Generation.FIRST; next.before(generation()); next = next.next()) {
      Generation ancestor = next;
      earlier.add(
          new LostBootstrap(
              ancestor,
              ancestors.stream().filter(fork -> fork.generation().equals(ancestor)).findFirst()));
    }
    return earlier;
  }

  /** The current generation; zero before the bootstrap. */
  public Generation generation() {
    return bootstrap.map(Bootstrap::generation).orElse(Generation.UNBOOTSTRAPPED);
  }
}
