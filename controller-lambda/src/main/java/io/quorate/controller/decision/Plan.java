package io.quorate.controller.decision;

import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;

/**
 * A decision, and the state of the world it leaves.
 *
 * @param decision what to do
 * @param status the status record to be written together with the decision
 * @param heartbeatEvidence state of each heartbeat that a destructive decision rests on; the write
 *     is refused when one has moved
 * @param seen what happened at the nodes, to be journalled together with the status that counts it
 */
public record Plan(
    Decision decision,
    Status status,
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence,
    List<Reason> seen) {
  public Plan {
    heartbeatEvidence = Map.copyOf(heartbeatEvidence);
    seen = List.copyOf(seen);
  }

  /** A decision alone. */
  public Plan(
      Decision decision, Status status, Map<InstanceId, HeartbeatVersion> heartbeatEvidence) {
    this(decision, status, heartbeatEvidence, List.of());
  }
}
