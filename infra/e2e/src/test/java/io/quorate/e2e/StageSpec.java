package io.quorate.e2e;

import io.quorate.model.ClusterName;
import java.time.Duration;

/**
 * The spec of a cluster that is to be broken: it reports often, and waits as long as it is told.
 */
final class StageSpec {
  private StageSpec() {}

  /** {@code sections} are further ones; one of etcd stands in place of the usual. */
  static String yaml(ClusterName name, int size, Duration silentGrace, String sections) {
    return """
        name: %s
        size: %d
        timings:
          heartbeatSteady: 1s
          heartbeatFast: 200ms
          missedHeartbeats: 3
          silentGrace: %ds
          stoppedGrace: %ds
          joinDeadline: 20s
          bootstrapWait: 30s
        %s
        %s
        """
        .formatted(
            name,
            size,
            silentGrace.toSeconds(),
            6 * silentGrace.toSeconds(),
            sections.startsWith("etcd:") ? "" : "etcd: {version: 3.5}",
            sections);
  }
}
