package io.quorate.state;

import io.quorate.command.Lane;
import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the controller remembers and tells of a cluster.
 *
 * @param phase where it stands
 * @param conditions what holds
 * @param operation the open command of the membership lane
 * @param terminations recorded intents whose instances EC2 has not yet shown terminated
 * @param replacementRequests terminated instances that the group still lists and is asked to let go
 * @param stops instances that EC2 showed stopped, until their agents speak again
 * @param tombstones instances that EC2 has shown terminated, and when that was first seen
 * @param joinBackoffs nodes that failed at joining
 * @param nodesSince when the first node was seen before the bootstrap; the bootstrap wait counts
 *     from it
 * @param lastDecision the latest decision that changed something
 * @param restarts which restarts of agents and etcds the journal has told of, by instance
 * @param tableRollback what proved the table older than the cluster; only a person ends that halt
 * @param proven the newest member list that a quorum has proved; absent until a turn sees one
 * @param tasks the maintenance lane
 * @param data who may hold data, and how far it went
 * @param group what was decided about the group's instances
 * @param rollOutHalt that no further member is restarted for the spec's settings
 * @param soaking the member that changed its release last, while the next one waits for it
 * @param approvedRelease the etcd release whose line may become the cluster's, as an operator said
 * @param dns the records of the name that clients reach the cluster by
 */
@Wire.Derived(value = "operationId", after = "conditions")
public record Status(
    Phase phase,
    @Wire.KnownOnly("type") List<Condition> conditions,
    @Lane.Only(Lane.MEMBERSHIP) Optional<OpenCommand> operation,
    List<Termination> terminations,
    List<Termination> replacementRequests,
    @Wire.Sparse Map<InstanceId, InstanceStop> stops,
    Map<InstanceId, Instant> tombstones,
    Map<InstanceId, JoinBackoff> joinBackoffs,
    Optional<Instant> nodesSince,
    Optional<DecisionSummary> lastDecision,
    @Wire.AddedLater Map<InstanceId, ReportedRestarts> restarts,
    Optional<TableRollback> tableRollback,
    @Wire.Name("provenMembership") Optional<ProvenMembership> proven,
    @Wire.Inline MaintenanceLane tasks,
    @Wire.Sparse DataHolders data,
    @Wire.Inline GroupIntents group,
    Optional<RollOutHalt> rollOutHalt,
    Optional<Soaking> soaking,
    Optional<EtcdVersion> approvedRelease,
    Optional<DnsRecords> dns) {
  public Status {
    conditions = List.copyOf(conditions);
    terminations = List.copyOf(terminations);
    replacementRequests = List.copyOf(replacementRequests);
    stops = Map.copyOf(stops);
    tombstones = Map.copyOf(tombstones);
    joinBackoffs = Map.copyOf(joinBackoffs);
    restarts = Map.copyOf(restarts);
  }

  /** What is known of a cluster at its first apply. */
  public static Status initial() {
    return new Status(
        Phase.WAITING_FOR_NODES,
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        MaintenanceLane.NONE,
        DataHolders.UNRECORDED,
        GroupIntents.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The id of the open command of the membership lane. */
  public Optional<String> operationId() {
    return operation.map(OpenCommand::commandId);
  }

  /** Whether EC2 has ever shown this instance terminated. */
  public boolean terminated(InstanceId instance) {
    return tombstones.containsKey(instance);
  }

  /** Whether this instance's termination is recorded. */
  public boolean terminating(InstanceId instance) {
    return terminations.stream().anyMatch(intent -> intent.instance().equals(instance));
  }

  /** Whether it is decided that this instance ends: a termination, or its hook's answer. */
  public boolean ending(InstanceId instance) {
    return terminating(instance) || group.ends(instance);
  }

  /** The same with another phase and other conditions. */
  public Status showing(Phase next, List<Condition> holding) {
    StatusDraft draft = new StatusDraft(this);
    draft.phase = next;
    draft.conditions = holding;
    return draft.done();
  }

  /** The open command of a lane. */
  public Optional<OpenCommand> open(Lane lane) {
    return switch (lane) {
      case MEMBERSHIP -> operation;
      case MAINTENANCE -> tasks.open();
    };
  }

  /** Opens the one command of its lane; refuses a second (I3). */
  public Status opening(OpenCommand next) {
    Optional<OpenCommand> open = open(next.lane());
    if (open.isPresent()) {
      throw new IllegalStateException(
          "%s %s is open: close it before another"
              .formatted(next.lane().word(), open.get().commandId()));
    }
    return with(next.lane(), Optional.of(next));
  }

  /** Marks the open command of a lane as to be cancelled. */
  public Status cancelling(Lane lane) {
    return with(lane, Optional.of(open(lane).orElseThrow().cancelling()));
  }

  /** Closes an open command. */
  public Status closing(String commandId) {
    for (Lane lane : Lane.values()) {
      if (open(lane).filter(open -> open.commandId().equals(commandId)).isPresent()) {
        return with(lane, Optional.empty());
      }
    }
    List<String> open =
        Stream.of(Lane.values())
            .flatMap(lane -> open(lane).stream())
            .map(OpenCommand::commandId)
            .toList();
    throw new IllegalStateException(
        "command %s is not open, but %s"
            .formatted(commandId, open.isEmpty() ? "none" : String.join(" and ", open)));
  }

  private Status with(Lane lane, Optional<OpenCommand> open) {
    StatusDraft draft = new StatusDraft(this);
    switch (lane) {
      case MEMBERSHIP -> draft.operation = open;
      case MAINTENANCE -> draft.tasks = tasks.with(open);
    }
    return draft.done();
  }

  /** Replaces the recorded termination intents. */
  public Status withTerminations(List<Termination> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.terminations = next;
    return draft.done();
  }

  /** Replaces the replacement requests. */
  public Status withReplacementRequests(List<Termination> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.replacementRequests = next;
    return draft.done();
  }

  /** Replaces the stops. */
  public Status withStops(Map<InstanceId, InstanceStop> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.stops = next;
    return draft.done();
  }

  /** Replaces the tombstones. */
  public Status withTombstones(Map<InstanceId, Instant> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.tombstones = next;
    return draft.done();
  }

  /** Replaces the join backoffs. */
  public Status withJoinBackoffs(Map<InstanceId, JoinBackoff> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.joinBackoffs = next;
    return draft.done();
  }

  /** Sets when the first node was seen. */
  public Status withNodesSince(Optional<Instant> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.nodesSince = next;
    return draft.done();
  }

  /** Replaces what was told of restarts. */
  public Status withRestarts(Map<InstanceId, ReportedRestarts> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.restarts = next;
    return draft.done();
  }

  /** Sets the latest decision. */
  public Status withLastDecision(DecisionSummary next) {
    StatusDraft draft = new StatusDraft(this);
    draft.lastDecision = Optional.of(next);
    return draft.done();
  }

  /** Replaces the member list that a quorum last proved. */
  public Status withProven(Optional<ProvenMembership> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.proven = next;
    return draft.done();
  }

  /** Replaces the maintenance lane. */
  public Status withTasks(MaintenanceLane next) {
    StatusDraft draft = new StatusDraft(this);
    draft.tasks = next;
    return draft.done();
  }

  /** Replaces who may hold data. */
  public Status withData(DataHolders next) {
    StatusDraft draft = new StatusDraft(this);
    draft.data = next;
    return draft.done();
  }

  /** Replaces what was decided about the group's instances. */
  public Status withGroup(GroupIntents next) {
    StatusDraft draft = new StatusDraft(this);
    draft.group = next;
    return draft.done();
  }

  /** Records, or strikes off, that no further member is restarted. */
  public Status withRollOutHalt(Optional<RollOutHalt> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.rollOutHalt = next;
    return draft.done();
  }

  /** Records, or strikes off, whom the next change of a release waits for. */
  public Status withSoaking(Optional<Soaking> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.soaking = next;
    return draft.done();
  }

  /** Records, or strikes off, the release whose line may become the cluster's. */
  public Status withApprovedRelease(Optional<EtcdVersion> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.approvedRelease = next;
    return draft.done();
  }

  /** Replaces what is known of the records of the cluster's name. */
  public Status withDns(Optional<DnsRecords> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.dns = next;
    return draft.done();
  }

  /** Records, or strikes off, that the table is older than the cluster. */
  public Status withTableRollback(Optional<TableRollback> next) {
    StatusDraft draft = new StatusDraft(this);
    draft.tableRollback = next;
    return draft.done();
  }
}
