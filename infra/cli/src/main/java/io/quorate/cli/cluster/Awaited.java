package io.quorate.cli.cluster;

import io.quorate.cli.picture.ClusterHealth;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Severity;
import io.quorate.state.Status;
import java.util.stream.Collectors;

/** What {@link WaitCommand} waits for. */
sealed interface Awaited {
  /** Whether it holds, by what is current: what a silent controller once stored is not. */
  boolean holds(ClusterSummary summary);

  /** What holds in its place, for people. */
  default String instead(ClusterSummary summary) {
    String conditions =
        Silences.beforeStored(summary).stream()
            .map(held -> held.type().name())
            .collect(Collectors.joining(", "));
    return "the phase is "
        + summary.status().map(status -> status.phase().name()).orElse("unknown")
        + (conditions.isEmpty() ? ", without a condition" : ", the conditions are " + conditions)
        + voters(Roster.of(summary).quorum());
  }

  private static String voters(Quorum quorum) {
    return quorum.serving() == quorum.voters()
        ? ""
        : "; %d of %d voters serve by their own reports"
            .formatted(quorum.serving(), quorum.voters());
  }

  /**
   * The cluster is in a phase; in HEALTHY only when each voter says so, too.
   *
   * @param phase the phase
   */
  record InPhase(Phase phase) implements Awaited {
    @Override
    public boolean holds(ClusterSummary summary) {
      return phase == Phase.HEALTHY
          ? ClusterHealth.of(summary) == ClusterHealth.HEALTHY
          : Silences.of(summary).isEmpty()
              && summary.status().map(Status::phase).filter(phase::equals).isPresent();
    }

    @Override
    public String instead(ClusterSummary summary) {
      String paging =
          Silences.beforeStored(summary).stream()
              .filter(held -> held.type().severity() == Severity.PAGE)
              .map(held -> held.type().name())
              .collect(Collectors.joining(", "));
      return Awaited.super.instead(summary)
          + (phase == Phase.HEALTHY && !paging.isEmpty()
              ? "; no cluster counts as healthy while a condition pages: " + paging
              : "");
    }

    @Override
    public String toString() {
      return "phase=" + phase;
    }
  }

  /**
   * A condition holds, or does not.
   *
   * @param type which
   * @param present whether it is to hold
   */
  record Shown(Condition.Type type, boolean present) implements Awaited {
    @Override
    public boolean holds(ClusterSummary summary) {
      boolean shown = Silences.beforeStored(summary).stream().anyMatch(held -> held.type() == type);
      return present
          ? shown
          : !shown && summary.status().isPresent() && Silences.of(summary).isEmpty();
    }

    @Override
    public String toString() {
      return "condition=" + type + (present ? "" : "=false");
    }
  }
}
