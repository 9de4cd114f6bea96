package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A status in the making: another one's fields, of which some change. */
final class StatusDraft {
  Phase phase;
  List<Condition> conditions;
  Optional<OpenCommand> operation;
  List<Termination> terminations;
  List<Termination> replacementRequests;
  Map<InstanceId, InstanceStop> stops;
  Map<InstanceId, Instant> tombstones;
  Map<InstanceId, JoinBackoff> joinBackoffs;
  Optional<Instant> nodesSince;
  Optional<DecisionSummary> lastDecision;
  Map<InstanceId, ReportedRestarts> restarts;
  Optional<TableRollback> tableRollback;
  Optional<ProvenMembership> proven;
  MaintenanceLane tasks;
  DataHolders data;
  GroupIntents group;
  Optional<RollOutHalt> rollOutHalt;
  Optional<Soaking> soaking;
  Optional<EtcdVersion> approvedRelease;
  Optional<DnsRecords> dns;

  StatusDraft(Status from) {
    phase = from.phase();
    conditions = from.conditions();
    operation = from.operation();
    terminations = from.terminations();
    replacementRequests = from.replacementRequests();
    stops = from.stops();
    tombstones = from.tombstones();
    joinBackoffs = from.joinBackoffs();
    nodesSince = from.nodesSince();
    lastDecision = from.lastDecision();
    restarts = from.restarts();
    tableRollback = from.tableRollback();
    proven = from.proven();
    tasks = from.tasks();
    data = from.data();
    group = from.group();
    rollOutHalt = from.rollOutHalt();
    soaking = from.soaking();
    approvedRelease = from.approvedRelease();
    dns = from.dns();
  }

  Status done() {
    return new Status(
        phase,
        conditions,
        operation,
        terminations,
        replacementRequests,
        stops,
        tombstones,
        joinBackoffs,
        nodesSince,
        lastDecision,
        restarts,
        tableRollback,
        proven,
        tasks,
        data,
        group,
        rollOutHalt,
        soaking,
        approvedRelease,
        dns);
  }
}
