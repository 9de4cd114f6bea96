package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A status in the making: another one's fields, of which some change. */
final class StatusDraft {
  Phase phase;
  List<Condition> conditions;
  Optional<Operation> operation;
  List<Termination> terminations;
  List<Termination> handBacks;
  Map<InstanceId, Stop> stops;
  Map<InstanceId, Instant> tombstones;
  Map<InstanceId, Setback> setbacks;
  Optional<Instant> nodesSince;
  Optional<DecisionSummary> lastDecision;
  Map<InstanceId, RestartsTold> restarts;
  Optional<OlderTable> olderTable;
  Optional<ProvenMembership> proven;

  StatusDraft(Status from) {
    phase = from.phase();
    conditions = from.conditions();
    operation = from.operation();
    terminations = from.terminations();
    handBacks = from.handBacks();
    stops = from.stops();
    tombstones = from.tombstones();
    setbacks = from.setbacks();
    nodesSince = from.nodesSince();
    lastDecision = from.lastDecision();
    restarts = from.restarts();
    olderTable = from.olderTable();
    proven = from.proven();
  }

  Status done() {
    return new Status(
        phase,
        conditions,
        operation,
        terminations,
        handBacks,
        stops,
        tombstones,
        setbacks,
        nodesSince,
        lastDecision,
        restarts,
        olderTable,
        proven);
  }
}
