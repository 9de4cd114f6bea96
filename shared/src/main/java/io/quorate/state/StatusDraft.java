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
  Map<InstanceId, Instant> tombstones;
  Map<InstanceId, Setback> setbacks;
  Optional<Instant> nodesSince;
  Optional<DecisionSummary> lastDecision;
  Optional<OlderTable> olderTable;

  StatusDraft(Status from) {
    phase = from.phase();
    conditions = from.conditions();
    operation = from.operation();
    terminations = from.terminations();
    tombstones = from.tombstones();
    setbacks = from.setbacks();
    nodesSince = from.nodesSince();
    lastDecision = from.lastDecision();
    olderTable = from.olderTable();
  }

  Status done() {
    return new Status(
        phase,
        conditions,
        operation,
        terminations,
        tombstones,
        setbacks,
        nodesSince,
        lastDecision,
        olderTable);
  }
}
