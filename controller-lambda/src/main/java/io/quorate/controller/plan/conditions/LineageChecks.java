package io.quorate.controller.plan.conditions;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.state.ClusterState;
import java.util.Optional;

/** Conditions about the mirror of the lineage. */
final class LineageChecks {
  private LineageChecks() {}

  static Optional<String> notMirrored(ClusterState clusterState, Plan plan) {
    return plan.status()
        .tasks()
        .bucket()
        .lineage()
        .map(
            difference ->
                "the bucket does not hold this cluster's lineage: "
                    + difference
                    + "; members serve on, and nothing is decided for it. But a lost table cannot"
                    + " be rebuilt from this bucket, and an older table would not be recognized by"
                    + " it. Once it is the right bucket, what is missing is written again with:"
                    + " quorate rebuild "
                    + clusterState.view().cluster()
                    + " --yes; see docs/runbooks/lost-bucket.md");
  }
}
