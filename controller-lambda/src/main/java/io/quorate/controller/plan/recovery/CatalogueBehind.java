package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.BucketUse;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The catalogue may lack the newest snapshot, for its node was lost before anybody read the task's
 * outcome. So no source is chosen before the catalogue tells of what this turn has seen in the
 * bucket, and none is committed but in a turn that has listed it, when everyone was gone; nor while
 * an object or a line that cannot be read may be a newer one.
 */
final class CatalogueBehind {
  private static final String BUCKET_AWAITED = "BUCKET_AWAITED";

  private static final String OBJECTS_UNREADABLE = "OBJECTS_UNREADABLE";

  private CatalogueBehind() {}

  /** Which snapshots cannot be read, by this turn's look; empty where there is none. */
  static Optional<String> hidden(ClusterView view) {
    return UnreadableSnapshot.words(unread(view).toList());
  }

  /** The same, of those whose id says that they are newer than this one. */
  private static Optional<String> hidden(ClusterView view, SnapshotId than) {
    return UnreadableSnapshot.words(
        unread(view)
            .filter(snapshot -> snapshot.id().filter(id -> id.compareTo(than) > 0).isPresent())
            .toList());
  }

  private static Stream<UnreadableSnapshot> unread(ClusterView view) {
    Stream<UnreadableSnapshot> objects =
        view.records().bucket() instanceof BucketView.Observed bucket
            ? bucket.unreadable().stream()
            : Stream.of();
    return Stream.concat(view.records().unreadable().stream(), objects)
        .filter(snapshot -> snapshot.id().isPresent());
  }

  private static String unreadable(ClusterState clusterState, RecoverySource source, String newer) {
    return "snapshot "
        + source.snapshot()
        + " proved good, but a newer one may be hidden by what cannot be read: "
        + newer
        + "; have an administrator mend or remove that, or restore this snapshot whatever else"
        + " there is: quorate recover plan "
        + clusterState.view().cluster()
        + " --snapshot "
        + source.snapshot();
  }

  static Optional<RecoveryStep> of(ClusterView view) {
    return view.records().bucket() instanceof BucketView.Observed bucket
            && !bucket.manifests().isEmpty()
        ? Optional.of(
            new RecoveryStep.Runs(
                Reason.of(
                    "CATALOGUE_BEHIND",
                    "the bucket holds "
                        + bucket.manifests().size()
                        + " snapshots that the catalogue does not tell of: they get their lines")))
        : Optional.empty();
  }

  /**
   * What keeps a good trial from being committed: this turn has not listed the bucket. No look of
   * another turn counts, for no two controllers' clocks tell which was first. A snapshot that an
   * operator named is restored whatever else there is.
   */
  static Optional<RecoveryStep> ofTrial(ClusterState clusterState, Recovery recovery) {
    if (Trials.named(recovery).isPresent()) {
      return Optional.empty();
    }
    RecoverySource source = recovery.source().orElseThrow();
    if (clusterState.view().records().bucket() instanceof BucketView.Observed) {
      return hidden(clusterState.view(), source.snapshot())
          .map(
              newer ->
                  new RecoveryStep.Waits(
                      Reason.of(OBJECTS_UNREADABLE, unreadable(clusterState, source, newer)),
                      true));
    }
    String waits =
        "snapshot "
            + source.snapshot()
            + " proved good, but the bucket, which may hold a newer one, was not listed in this turn";
    return Optional.of(
        clusterState
            .status()
            .tasks()
            .bucket()
            .failing(BucketUse.LOOK)
            .<RecoveryStep>map(
                failing ->
                    new RecoveryStep.Waits(
                        Reason.of(
                            BUCKET_AWAITED,
                            waits
                                + " ("
                                + failing.why()
                                + "): it is asked every few seconds; see that the controller may"
                                + " list it, or restore this snapshot whatever else there is:"
                                + " quorate recover plan "
                                + clusterState.view().cluster()
                                + " --snapshot "
                                + source.snapshot()),
                        true))
            .orElseGet(() -> new RecoveryStep.Runs(Reason.of(BUCKET_AWAITED, waits))));
  }
}
