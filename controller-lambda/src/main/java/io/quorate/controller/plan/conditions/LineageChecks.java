package io.quorate.controller.plan.conditions;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.state.OldLog;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about generations: their mirror, and what was left behind of them. */
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

  static Optional<String> divergent(ClusterState clusterState, Plan plan) {
    List<OldLog> divergent =
        plan.status().data().oldLogs().stream().filter(OldLog::divergent).toList();
    return divergent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            divergent.stream().map(LineageChecks::told).collect(Collectors.joining("; "))
                + ": more than was recovered of it. It was stopped and archived, serves nobody and"
                + " joins nothing; writes in it that were acknowledged are nowhere else. Keep the"
                + " instance, copy the directory, compare; see docs/runbooks/divergent-data.md;"
                + " then: quorate recover acknowledge "
                + clusterState.view().cluster());
  }

  private static String told(OldLog old) {
    return old.instance()
        + " holds data of generation "
        + old.log().generation()
        + " on disk "
        + old.log().diskId()
        + ", in archive/"
        + old.log().directory()
        + "-*, whose log ends at term "
        + old.log().lastTerm()
        + " index "
        + old.log().lastIndex();
  }
}
