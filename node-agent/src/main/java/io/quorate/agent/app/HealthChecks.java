package io.quorate.agent.app;

import io.quorate.agent.run.AgentSnapshot;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether the agent lives, and whether its etcd should get traffic.
 *
 * <p>Alive: the agent's loop came round lately, by the JVM's own monotonic time. Ready: the
 * bootstrap of the cluster, or of a later generation, is recorded as final and the own etcd
 * answers; an etcd that serves before that must not get traffic.
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
    AgentSnapshot now = agent.get();
    if (!now.bootstrappedRecorded()) {
      return new Answer(503, "no bootstrap or later generation of the cluster is recorded yet");
    }
    if (!now.etcdAnswering()) {
      return new Answer(
          503, "etcd does not answer: process=%s data=%s".formatted(now.process(), now.data()));
    }
    return new Answer(200, "ok");
  }
}
