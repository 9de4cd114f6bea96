package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.HeldBack;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The condition about a cluster that an operator paused. */
public final class PauseChecks {
  private PauseChecks() {}

  /** The message of PAUSED while it holds. */
  public static Optional<String> paused(ClusterState clusterState, List<HeldBack> held) {
    return clusterState.paused()
        ? Optional.of(
            "no change begins, "
                + Pauses.words(clusterState)
                + ". Held back: "
                + (held.isEmpty()
                    ? "nothing at present"
                    : held.stream().map(HeldBack::words).collect(Collectors.joining("; ")))
                + ". Certificates, snapshots and what was begun go on. To end it: "
                + Pauses.end(clusterState))
        : Optional.empty();
  }
}
