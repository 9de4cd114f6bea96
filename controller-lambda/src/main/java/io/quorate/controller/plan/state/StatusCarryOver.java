package io.quorate.controller.plan.state;

import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.MirrorView;
import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.model.InstanceId;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.ComparisonRound;
import io.quorate.state.DataComparison;
import io.quorate.state.Lineage;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a view adds to the stored status for good: EC2's {@code terminated} becomes a tombstone (EC2
 * itself forgets after about an hour), and so does an instance that EC2 has forgotten ({@link
 * ForgottenInstances}), a performed termination is struck off, and the first node seen before the
 * bootstrap starts the bootstrap wait. A termination of what EC2 has forgotten since is struck off,
 * too, without a tombstone. A replacement request is struck off once the group no longer keeps the
 * instance; {@link StoppedInstances} tells what is kept of stopped instances.
 */
public final class StatusCarryOver {
  /** EC2 shows a terminated instance for about an hour. */
  private static final Duration EC2_REMEMBERS = Duration.ofHours(1);

  private static final Duration COMPARISON_WAITS = Duration.ofMinutes(10);

  private StatusCarryOver() {}

  public static Status next(ClusterView view) {
    Status stored = view.status();
    Map<InstanceId, Instant> tombstones = new HashMap<>(stored.tombstones());
    view.instances()
        .forEach(
            (instance, state) -> {
              if (state == InstanceState.TERMINATED) {
                tombstones.putIfAbsent(instance, view.observedAt());
              }
            });
    ForgottenInstances.gone(view)
        .forEach(instance -> tombstones.putIfAbsent(instance, view.observedAt()));
    List<Termination> pending =
        stored.terminations().stream()
            .filter(intent -> !tombstones.containsKey(intent.instance()))
            .filter(intent -> !forgotten(view, intent))
            .toList();
    return stored
        .withTombstones(tombstones)
        .withTerminations(pending)
        .withReplacementRequests(
            stored.replacementRequests().stream().filter(i -> stillListed(view, i)).toList())
        .withGroup(HookAnswers.next(view).missing(ForgottenInstances.missed(view)))
        .withStops(StoppedInstances.next(view))
        .withNodesSince(nodesSince(view))
        .withTasks(compared(view, tasks(view)))
        .withRollOutHalt(RollOuts.next(view))
        .withData(
            stored.data().withOldLogs(OldLogs.next(view)).seen(ForgottenInstances.next(view)));
  }

  /**
   * A look at the bucket is remembered, so that the next one is not due at once; only once the
   * catalogue tells of every snapshot that was seen. Another rule may take the turn, and then the
   * look would be lost, and a recovery choose without it.
   */
  private static MaintenanceLane tasks(ClusterView view) {
    MaintenanceLane stored = view.status().tasks();
    return switch (view.records().bucket()) {
      case BucketView.NotObserved none -> stored;
      case BucketView.Observed seen -> stored.withBucket(after(view, seen));
      case BucketView.Unknown unknown ->
          stored.withBucket(
              stored.bucket().failed(BucketUse.LOOK, unknown.why(), view.observedAt()));
    };
  }

  /** A round that cannot go on for so long, as beside a voter that is down, ends. */
  private static MaintenanceLane compared(ClusterView view, MaintenanceLane stored) {
    DataComparison comparison = stored.comparison();
    return stored.open().isPresent()
        ? stored
        : comparison
            .open()
            .filter(round -> view.observedAt().isAfter(round.progressAt().plus(COMPARISON_WAITS)))
            .map(
                round ->
                    round.ended(
                        ComparisonRound.Result.INCOMPLETE,
                        "not all voters could be compared: the round did not go on for "
                            + COMPARISON_WAITS.toMinutes()
                            + " minutes",
                        view.observedAt()))
            .map(round -> stored.withComparison(comparison.ended(round)))
            .orElse(stored);
  }

  private static BucketUpkeep after(ClusterView view, BucketView.Observed seen) {
    BucketUpkeep stored = view.status().tasks().bucket();
    Optional<String> lineageDiffers =
        seen.mirror() instanceof MirrorView.Unanswered
            ? stored.lineage()
            : MirrorDifference.of(view.cluster(), view.lineage(), seen.mirror())
                .map(MirrorDifference::words);
    Optional<String> unreadable = UnreadableSnapshot.words(seen.unreadable());
    return seen.manifests().isEmpty()
        ? stored.looked(view.observedAt(), lineageDiffers, unreadable)
        : stored.seen(lineageDiffers, unreadable);
  }

  private static boolean stillListed(ClusterView view, Termination replacementRequest) {
    return switch (view.group()) {
      case GroupView.Unknown unknown -> true;
      case GroupView.Observed group ->
          group.has(replacementRequest.instance())
              && !group.terminates(replacementRequest.instance());
    };
  }

  /**
   * The group no longer has it, and the EC2 that showed the cluster's instances does not know it,
   * an hour and more after the decision: it was terminated while nobody looked. Nor can a stale
   * controller perform it any more; an invocation lives for 15 minutes at most.
   */
  private static boolean forgotten(ClusterView view, Termination intent) {
    return view.group() instanceof GroupView.Observed group
        && !group.has(intent.instance())
        && ForgottenInstances.missedWhereTheClusterIs(view, intent.instance())
        && Duration.between(intent.decidedAt(), view.observedAt()).compareTo(EC2_REMEMBERS) > 0;
  }

  private static Optional<Instant> nodesSince(ClusterView view) {
    if (view.lineage().state() != Lineage.State.UNBOOTSTRAPPED || view.nodes().isEmpty()) {
      return Optional.empty();
    }
    return view.status().nodesSince().or(() -> Optional.of(view.observedAt()));
  }
}
