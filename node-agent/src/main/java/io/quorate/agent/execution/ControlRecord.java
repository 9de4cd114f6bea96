package io.quorate.agent.execution;

import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Lineage;
import java.util.Optional;

/**
 * What one read of the clusters table brought: lineage, settings, the own slots, and what was
 * signed for this node.
 */
public record ControlRecord(
    Optional<Lineage> lineage,
    Optional<ClusterSpec> spec,
    Optional<CommandSlot> membership,
    Optional<CommandSlot> maintenance,
    Optional<OwnCertificates> certificates) {
  /** Without certificates. */
  public ControlRecord(
      Optional<Lineage> lineage,
      Optional<ClusterSpec> spec,
      Optional<CommandSlot> membership,
      Optional<CommandSlot> maintenance) {
    this(lineage, spec, membership, maintenance, Optional.empty());
  }

  /** The own slot of a lane. */
  public Optional<CommandSlot> slot(Lane lane) {
    return switch (lane) {
      case MEMBERSHIP -> membership;
      case MAINTENANCE -> maintenance;
    };
  }

  /** The same, with other maintenance to carry out. */
  public ControlRecord telling(CommandSlot other) {
    return new ControlRecord(lineage, spec, membership, Optional.of(other), certificates);
  }
}
