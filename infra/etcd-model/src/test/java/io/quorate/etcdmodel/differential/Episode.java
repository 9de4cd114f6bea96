package io.quorate.etcdmodel.differential;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One history on both sides at once.
 *
 * <ol>
 *   <li>An operation is done on real etcd, then on the model, whose time is kept at the real one's.
 *   <li>The outcomes must be the same. A call without a clear answer on one side only leaves the
 *       rest undecided: the history ends.
 *   <li>Then both settle until the same is seen on both; the model's leadership is moved to where
 *       the real one is. What is still different after the patience is a difference.
 * </ol>
 */
final class Episode implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 60_000;

  private final ModelSide model;
  private final RealSide real;
  private final Settling settling;
  private final SideActions acts;
  private final KnownDivergence luck;
  private final ModelState standing;
  private final Path folder;
  private final List<Op> done = new ArrayList<>();
  private final StringBuilder transcript = new StringBuilder();

  Episode(String network, Path folder, Path tools, long seed) {
    this.folder = folder;
    this.model = new ModelSide(network, seed);
    this.real = new RealSide(network, folder, tools);
    this.settling = new Settling(real, model, PATIENCE_MILLIS);
    this.acts = new SideActions(real, model);
    this.luck = new KnownDivergence(real, model);
    this.standing = new ModelState(model);
  }

  ModelSide model() {
    return model;
  }

  /** Whether enough of it lives for another sequence to begin here. */
  boolean healthy() {
    return standing.healthy(acts.listed());
  }

  /** The operations that lead back to nothing special: everything cut is mended. */
  List<Op> mending() {
    return standing.mending();
  }

  /** The operations done, one that did not agree among them. */
  List<Op> done() {
    return List.copyOf(done);
  }

  String transcript() {
    return transcript.toString();
  }

  /** Starts this many members as a new cluster. */
  OpVerdict begin(int size) {
    transcript.append("  begin ").append(size);
    acts.begin(size);
    OpVerdict verdict = settling.settle(0);
    settling.versionDecided(0);
    luck.disturbed(0, settling.elapsed());
    // A new cluster on its own always comes up; where it does not, real etcd got no processor.
    return verdict instanceof OpVerdict.Different
        ? new OpVerdict.Undecided("real etcd did not come up")
        : verdict;
  }

  /** Whether a wait belongs before an operation, since its outcome would be up to chance now. */
  boolean atTheThreshold(Op op) {
    return luck.atTheThreshold(op);
  }

  /** Does one operation on both and compares. */
  OpVerdict perform(Op op) {
    settling.follow();
    transcript.append("\n  ").append(op);
    done.add(op);
    long from = model.world().now();
    OutcomePair outcomes = acts.perform(op);
    transcript.append(" -> ").append(outcomes.real());
    settling.follow();
    if (!outcomes.same()) {
      transcript.append(" | model: ").append(outcomes.model());
      return luck.judge(op, outcomes);
    }
    acts.remember();
    OpVerdict verdict = settling.settle(Settling.after(op, standing.led()));
    if (verdict instanceof OpVerdict.Different different) {
      verdict = luck.judge(op, different);
    }
    if (!op.isCall() && op.kind() != Op.Kind.SETTLE) {
      luck.disturbed(from, settling.elapsed());
    }
    if (verdict instanceof OpVerdict.Same
        && (outcomes.real().equals(SideActions.SAVED) || op.kind() == Op.Kind.WIPE_ALONE)) {
      settling.versionDecided(op.on());
    }
    return verdict;
  }

  /** Forgets the disks and logs of the real etcds. */
  void forget() {
    real.close();
    RealDirectories.delete(folder);
  }

  @Override
  public void close() {
    real.close();
  }
}
