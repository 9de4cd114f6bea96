package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataHoldingRule;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.RecoveryPorts;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataHolding;
import io.quorate.state.Endpoints;
import io.quorate.state.Fenced;
import java.util.Optional;
import java.util.Set;

/** What a node tells for a recovery: whether it holds data, and that it knows how to recover. */
final class HoldingWatch {
  private final Optional<RecoveryPorts> ports;
  private final DataDisk disk;
  private final Endpoints own;
  private final String incarnationNonce;

  HoldingWatch(
      Optional<RecoveryPorts> ports, DataDisk disk, Endpoints own, String incarnationNonce) {
    this.ports = ports;
    this.disk = disk;
    this.own = own;
    this.incarnationNonce = incarnationNonce;
  }

  /** The ability, where it has one. */
  Set<String> abilities() {
    return ports.isPresent()
        ? Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY, Recovery.HIBERNATION_ABILITY)
        : Set.of();
  }

  /** Whether it holds data; the proof is made anew for each heartbeat that tells of it. */
  Optional<DataHolding> holds(AgentJournal journal) {
    return ports.map(
        with ->
            journal.usableMember().isPresent()
                ? DataHoldingRule.of(journal, false, Optional.empty())
                : DataHoldingRule.of(journal, pathEmpty(), with.noEtcd().doubt(own)));
  }

  /** That its member is fenced; the proof is made anew for each heartbeat that tells of it. */
  Optional<Fenced> fenced(AgentJournal journal) {
    if (journal.fence().isEmpty()
        || ports.isEmpty()
        || !pathEmpty()
        || ports.get().noEtcd().doubt(own).isPresent()) {
      return Optional.empty();
    }
    return journal
        .fence()
        .map(
            fence ->
                new Fenced(
                    fence.generation(),
                    fence.recoveryId(),
                    incarnationNonce,
                    fence.lastTerm(),
                    fence.lastIndex()));
  }

  private boolean pathEmpty() {
    return disk.directories().stream().allMatch(this::unused);
  }

  private boolean unused(String directory) {
    return switch (disk.inspect(directory)) {
      case DataDisk.View.Missing missing -> true;
      case DataDisk.View.Empty empty -> true;
      case DataDisk.View.Damaged damaged -> false;
      case DataDisk.View.Holds holds -> false;
    };
  }
}
