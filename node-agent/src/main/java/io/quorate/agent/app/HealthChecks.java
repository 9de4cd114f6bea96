package io.quorate.agent.app;

import io.quorate.agent.run.AgentSnapshot;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether the agent lives, and whether its etcd should get traffic.
 *
 * <p>Alive: the agent's loop came round lately, by the JVM's own monotonic time. Ready: this disk
 * holds a voter of the cluster that is neither fenced nor leaving, and the own etcd answers and has
 * a leader. The control plane is not needed for the answer.
 */
final class HealthChecks {
  private final Supplier<AgentSnapshot> agent;
  private final LongSupplier nanos;
  private final Duration tickMax;

  /**
   * @param tickMax how long the loop may take to come round; beyond it the agent hangs
   */
  HealthChecks(Supplier<AgentSnapshot> agent, LongSupplier nanos, Duration tickMax) {
    this.agent = agent;
    this.nanos = nanos;
    this.tickMax = tickMax;
  }

  /**
   * What a page says.
   *
   * @param status the HTTP status
   * @param line why, in one line
   */
  record Answer(int status, String line) {}

  Answer alive() {
    long tick = TimeUnit.MILLISECONDS.toNanos(agent.get().tickMillis());
    Duration since = Duration.ofNanos(nanos.getAsLong() - tick);
    return since.compareTo(tickMax) <= 0
        ? new Answer(200, "ok")
        : new Answer(
            503,
            "the agent's loop has not come round for %d s; expected at most %d s"
                .formatted(since.toSeconds(), tickMax.toSeconds()));
  }

  Answer ready() {
    return agent.get().unready().map(why -> new Answer(503, why)).orElse(new Answer(200, "ok"));
  }
}
