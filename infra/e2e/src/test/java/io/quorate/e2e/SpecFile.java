package io.quorate.e2e;

import io.quorate.model.ClusterName;
import java.time.Duration;

/** The file of a cluster whose controller and agents are quick, as a user would write it. */
final class SpecFile {
  private SpecFile() {}

  static String of(ClusterName name, int size, Duration silentGrace) {
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
        """
        .formatted(name, size, silentGrace.toSeconds(), 6 * silentGrace.toSeconds());
  }
}
