package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.Lineage;
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
 * instance. What the capabilities add is theirs ({@link StatusUpdate}).
 */
public final class StatusCarryOver {
  /** EC2 shows a terminated instance for about an hour. */
  private static final Duration EC2_REMEMBERS = Duration.ofHours(1);

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
        .withGroup(stored.group().missing(ForgottenInstances.missed(view)))
        .withNodesSince(nodesSince(view))
        .withData(stored.data().seen(ForgottenInstances.next(view)));
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
