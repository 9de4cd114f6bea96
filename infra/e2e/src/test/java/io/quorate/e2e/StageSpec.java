package io.quorate.e2e;

import io.quorate.model.ClusterName;
import java.time.Duration;

/**
 * The spec of a cluster that is to be broken: it reports often, and waits as long as it is told.
 */
final class StageSpec {
  private StageSpec() {}

  static String yaml(ClusterName name, int size, Duration silentGrace, String tls) {
    return """
        name: %s
        size: %d
        etcd: {version: 3.5}
        timings:
          heartbeatSteady: 1s
          heartbeatFast: 200ms
          missedHeartbeats: 3
          silentGrace: %ds
          stoppedGrace: %ds
          joinDeadline: 20s
          bootstrapWait: 30s
        %s
        """
        .formatted(name, size, silentGrace.toSeconds(), 6 * silentGrace.toSeconds(), tls);
  }
}
