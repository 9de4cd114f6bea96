package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a view adds to the stored status for good: EC2's {@code terminated} becomes a tombstone (EC2
 * itself forgets within the hour), a performed termination is struck off, and the first node seen
 * while unborn starts the bootstrap wait.
 */
final class Remembered {
  private Remembered() {}

  static Status next(ClusterView view) {
    Status stored = view.status();
    Map<InstanceId, Instant> tombstones = new HashMap<>(stored.tombstones());
    view.instances()
        .forEach(
            (instance, state) -> {
              if (state == InstanceState.TERMINATED) {
                tombstones.putIfAbsent(instance, view.observedAt());
              }
            });
    List<Termination> pending =
        stored.terminations().stream()
            .filter(intent -> !tombstones.containsKey(intent.instance()))
            .toList();
    return stored
        .withTombstones(tombstones)
        .withTerminations(pending)
        .withNodesSince(nodesSince(view));
  }

  private static Optional<Instant> nodesSince(ClusterView view) {
    if (view.lineage().state() != Lineage.State.UNBORN || view.nodes().isEmpty()) {
      return Optional.empty();
    }
    return view.status().nodesSince().or(() -> Optional.of(view.observedAt()));
  }
}
