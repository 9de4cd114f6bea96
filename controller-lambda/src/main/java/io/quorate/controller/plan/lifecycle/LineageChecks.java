package io.quorate.controller.plan.lifecycle;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.state.OldLog;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about generations: their mirror, and what was left behind of them. */
public final class LineageChecks {
  private LineageChecks() {}

  /** The message of LINEAGE_NOT_MIRRORED while it holds. */
  public static Optional<String> notMirrored(ClusterState clusterState, Plan plan) {
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

  /** The message of DIVERGENT_DATA while it holds. */
  public static Optional<String> divergent(ClusterState clusterState, Plan plan) {
    List<OldLog> divergent =
        plan.status().data().oldLogs().stream().filter(OldLog::divergent).toList();
    return divergent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            divergent.stream().map(LineageChecks::told).collect(Collectors.joining("; "))
                + ": more than was recovered of it. It was stopped and archived, serves nobody and"
                + " joins nothing; writes in it that were acknowledged are nowhere else. "
                + whatNext(divergent, plan)
                + " Compare it with what is served; see docs/runbooks/divergent-data.md;"
                + " then: quorate recover acknowledge "
                + clusterState.view().cluster());
  }

  private static String whatNext(List<OldLog> divergent, Plan plan) {
    if (divergent.stream().allMatch(old -> old.copy().isPresent())) {
      return "The bucket has a copy, and the instance need not be kept.";
    }
    return "Keep the instance: "
        + Optional.ofNullable(plan.status().tasks().last().get(CommandKind.UPLOAD_DIRECTORY))
            .filter(last -> last.failures() > 0)
            .map(
                last ->
                    "its agent could not upload the directory ("
                        + last.detail()
                        + "), and tries again.")
            .orElse("its agent uploads the directory to the bucket.");
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
        + old.log().lastIndex()
        + old.copy().map(key -> ", with a copy in the bucket at " + key).orElse("");
  }
}
