package io.quorate.controller.plan.rollout;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.snapshots.Preflight;
import io.quorate.controller.plan.snapshots.SnapshotDue;
import io.quorate.controller.plan.voters.ComparableVoters;
import io.quorate.model.MemberId;
import io.quorate.state.ComparisonRound;
import io.quorate.state.MemberEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What comes before a member changes its release, and before an instance that serves is replaced:
 *
 * <ol>
 *   <li>a fresh snapshot, verified ({@link SnapshotDue}); before a member changes its release, by
 *       that release too ({@link Preflight});
 *   <li>a comparison of all listed voters within the hour. One that could not compare them all
 *       counts, so that it holds nobody up for ever; a difference that it found is in the way by
 *       itself. Where an agent does not know how to compare, one voter is listed, or no key was
 *       ever written, there is none.
 * </ol>
 */
public final class BeforeUpgrade {
  private static final Duration FRESH = Duration.ofHours(1);

  private BeforeUpgrade() {}

  /** What is lacking before a member changes its release; empty where nothing is. */
  public static Optional<String> ofRelease(ClusterState clusterState) {
    return Preflight.lacking(clusterState).or(() -> uncompared(clusterState));
  }

  /** What is lacking before an instance is replaced; empty where nothing is. */
  public static Optional<String> ofNode(ClusterState clusterState) {
    return SnapshotDue.beforeReplacement(clusterState).or(() -> uncompared(clusterState));
  }

  private static Optional<String> uncompared(ClusterState clusterState) {
    return compared(clusterState)
        ? Optional.empty()
        : Optional.of(
            "the voters' data were not compared within the last hour"
                + ComparableVoters.hindrance(clusterState)
                    .map(why -> ", and cannot be now: " + why)
                    .orElse(""));
  }

  /** Why the voters are compared now; empty where they need not be. */
  public static Optional<Reason> comparison(ClusterState clusterState) {
    return SnapshotDue.upgrades(clusterState) && !compared(clusterState)
        ? Optional.of(
            Reason.of(
                "COMPARISON_BEFORE_UPGRADE",
                "members are to run another release of etcd, or on other instances"))
        : Optional.empty();
  }

  private static boolean compared(ClusterState clusterState) {
    List<MemberId> listed =
        ComparableVoters.listed(clusterState).stream().map(MemberEntry::id).toList();
    return listed.size() < 2
        || ComparableVoters.withoutKeys(clusterState)
        || !ComparableVoters.known(clusterState)
        || clusterState
            .status()
            .tasks()
            .comparison()
            .last()
            .filter(round -> round.voters().keySet().containsAll(listed))
            .filter(round -> fresh(clusterState, round))
            .isPresent();
  }

  private static boolean fresh(ClusterState clusterState, ComparisonRound round) {
    return clusterState.view().observedAt().isBefore(round.progressAt().plus(FRESH));
  }
}
