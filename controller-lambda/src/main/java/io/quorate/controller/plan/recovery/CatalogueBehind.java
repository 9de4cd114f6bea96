package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import java.util.Optional;

/**
 * The catalogue may lack the newest snapshot, for its node was lost before anybody read the task's
 * outcome. So no source is chosen before the catalogue tells of what this turn has seen in the
 * bucket, and none is committed but in a turn that has listed it, when everyone was gone.
 */
final class CatalogueBehind {
  private static final String BUCKET_AWAITED = "BUCKET_AWAITED";

  private CatalogueBehind() {}

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
    if (Trials.named(recovery).isPresent()
        || clusterState.view().records().bucket() instanceof BucketView.Observed) {
      return Optional.empty();
    }
    RecoverySource source = recovery.source().orElseThrow();
    String waits =
        "snapshot "
            + source.snapshot()
            + " proved good, but the bucket, which may hold a newer one, was not listed in this turn";
    return Optional.of(
        clusterState
            .status()
            .tasks()
            .bucket()
            .failing()
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
