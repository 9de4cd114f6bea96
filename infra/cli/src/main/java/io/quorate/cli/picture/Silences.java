package io.quorate.cli.picture;

import io.quorate.controller.plan.lifecycle.CloudChecks;
import io.quorate.controller.reconcile.Turn;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lease;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.state.UnansweredCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Conditions that no controller can store, because it is the one that is silent: found by whoever
 * looks, by the records and this machine's clock.
 *
 * <ol>
 *   <li>Each turn takes the lease for a fixed time, so the lease's end tells when the last turn
 *       began, also when that turn changed nothing.
 *   <li>Every heartbeat tells when it was written, by its node's clock.
 *   <li>A time in the future counts as now: a clock may be ahead, and what it dates is not old.
 *   <li>Each turn leaves in the lease which calls to AWS were not answered, also when it failed for
 *       that.
 *   <li>Where the controller looks, and found the agents silent itself, its phase UNSEEN says so;
 *       of a cluster that is HIBERNATED none is to report.
 * </ol>
 */
public final class Silences {
  /** How often the schedule starts a turn of each cluster. */
  public static final Duration SCHEDULE = Duration.ofMinutes(1);

  /**
   * How old the last turn may be. The schedule fires somewhere within each minute, so two turns may
   * begin almost two minutes apart; an invocation may take 20 seconds to come to this cluster.
   */
  public static final Duration CONTROLLER_SILENT_AFTER =
      SCHEDULE.multipliedBy(2).plus(Duration.ofSeconds(20));

  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  /** Phases that tell themselves that no agent reports. */
  private static final Set<Phase> TELLING = EnumSet.of(Phase.UNSEEN, Phase.HIBERNATED);

  private Silences() {}

  /** When the last turn began; empty where there never was one. */
  public static Optional<Instant> lastTurn(ClusterSummary summary) {
    return summary.lease().map(lease -> lease.until().minus(Turn.LEASE));
  }

  /** What holds in addition to the stored conditions, the controller's silence first. */
  public static List<Condition> of(ClusterSummary summary) {
    if (summary.lineage().filter(of -> of.state() == Lineage.State.DELETED).isPresent()) {
      return List.of();
    }
    List<Condition> found = new ArrayList<>();
    controller(summary).ifPresent(found::add);
    cloud(summary).ifPresent(found::add);
    agents(summary).filter(silent -> !toldByPhase(summary)).ifPresent(found::add);
    return found;
  }

  private static boolean toldByPhase(ClusterSummary summary) {
    return summary.status().map(Status::phase).filter(TELLING::contains).isPresent();
  }

  /** These, then what the controller stored. */
  public static List<Condition> beforeStored(ClusterSummary summary) {
    return Stream.concat(
            of(summary).stream(),
            summary.status().map(Status::conditions).orElse(List.of()).stream())
        .toList();
  }

  private static Optional<Condition> controller(ClusterSummary summary) {
    Optional<Instant> turn = lastTurn(summary);
    return turn.or(() -> summary.spec().map(stored -> stored.updatedAt()))
        .filter(since -> older(since, CONTROLLER_SILENT_AFTER, summary))
        .map(
            since ->
                new Condition(
                    Condition.Type.CONTROLLER_SILENT,
                    (turn.isPresent()
                            ? "no turn has begun since " + seconds(since)
                            : "no turn has begun since the apply at " + seconds(since))
                        + ", though the schedule starts one each minute: members serve on, but"
                        + " nothing is replaced, and the phase and the other conditions are those of"
                        + " the last turn. Look at the function's log and its alarms, and whether the"
                        + " schedule is on; see docs/operations.md, CONTROLLER_SILENT",
                    since));
  }

  /** A turn that cannot read or write the tables leaves it in the lease alone. */
  private static Optional<Condition> cloud(ClusterSummary summary) {
    Map<String, UnansweredCall> calls = summary.lease().map(Lease::unanswered).orElse(Map.of());
    boolean stored =
        summary.status().stream()
            .flatMap(status -> status.conditions().stream())
            .anyMatch(held -> held.type() == Condition.Type.CLOUD_UNANSWERED);
    return stored
        ? Optional.empty()
        : CloudChecks.unanswered(calls, summary.readAt())
            .map(
                message ->
                    new Condition(
                        Condition.Type.CLOUD_UNANSWERED,
                        message,
                        calls.values().stream()
                            .map(UnansweredCall::since)
                            .min(Comparator.naturalOrder())
                            .orElseThrow()));
  }

  private static Optional<Condition> agents(ClusterSummary summary) {
    List<Heartbeat> living =
        summary.nodes().stream()
            .filter(
                node -> summary.status().filter(read -> read.terminated(node.instance())).isEmpty())
            .toList();
    Optional<Instant> newest = living.stream().map(Heartbeat::at).max(Comparator.naturalOrder());
    return summary
        .spec()
        .map(stored -> agentsSilentAfter(stored.spec().timings().silenceAfter()))
        .flatMap(bound -> newest.filter(at -> older(at, bound, summary)))
        .map(
            at ->
                new Condition(
                    Condition.Type.AGENTS_SILENT,
                    "no node has written a heartbeat since "
                        + seconds(at)
                        + ": what is shown of members is as old. They may serve all the same. Look at"
                        + " the agents' logs and at their way to DynamoDB; see docs/operations.md,"
                        + " AGENTS_SILENT",
                    at));
  }

  /** How old the newest heartbeat may be: as old as a silent node's, and a minute for clocks. */
  static Duration agentsSilentAfter(Duration silenceAfter) {
    return silenceAfter.plus(CLOCKS_DIFFER);
  }

  private static boolean older(Instant at, Duration than, ClusterSummary summary) {
    return Duration.between(at, summary.readAt()).compareTo(than) > 0;
  }

  private static Instant seconds(Instant at) {
    return at.truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
  }
}
