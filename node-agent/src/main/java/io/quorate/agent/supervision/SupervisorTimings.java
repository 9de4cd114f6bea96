package io.quorate.agent.supervision;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.Timings;
import java.util.Optional;

/** The supervisor's times by the journalled spec, or by default while none was read; in ms. */
final class SupervisorTimings {
  private static final long GRACE_MILLIS = 20_000;
  private static final long BACKOFF_MAX_MILLIS = 30_000;

  private SupervisorTimings() {}

  static long stopGraceMillis(AgentJournal journal) {
    return timings(journal).map(timings -> timings.stopGrace().toMillis()).orElse(GRACE_MILLIS);
  }

  static long backoffMaxMillis(AgentJournal journal) {
    return timings(journal)
        .map(timings -> timings.restartBackoffMax().toMillis())
        .orElse(BACKOFF_MAX_MILLIS);
  }

  private static Optional<Timings> timings(AgentJournal journal) {
    return journal.spec().map(ClusterSpec::timings);
  }
}
