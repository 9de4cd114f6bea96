package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterView;
import java.util.Optional;

/** No source is chosen before the catalogue tells of what this turn has seen in the bucket. */
final class CatalogueBehind {
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
}
