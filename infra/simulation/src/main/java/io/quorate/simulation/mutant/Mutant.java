package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Swap.after;
import static io.quorate.simulation.mutant.Swap.instead;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.StartDecision;
import io.quorate.agent.execution.StartResult;
import io.quorate.agent.heartbeat.ProbeResult;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.auth.AuthDifference;
import io.quorate.auth.KeyRange;
import io.quorate.codec.Schema;
import io.quorate.codec.Tree;
import io.quorate.controller.plan.access.AuthDue;
import io.quorate.controller.plan.facts.ClusterQuorum;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.Hibernation;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.plan.instances.DamagedDisks;
import io.quorate.controller.plan.instances.PrunableInstances;
import io.quorate.controller.plan.instances.ReplaceHungNonMember;
import io.quorate.controller.plan.instances.TerminateHungJoiner;
import io.quorate.controller.plan.instances.TerminateLeaver;
import io.quorate.controller.plan.lifecycle.HaltOnTableRollback;
import io.quorate.controller.plan.membership.RemoveStrandedLearner;
import io.quorate.controller.plan.membership.RestorePeerUrl;
import io.quorate.controller.plan.membership.UnstartedVoters;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.recovery.EligibleSources;
import io.quorate.controller.plan.sameness.ReplaceDifferingMember;
import io.quorate.controller.plan.space.SpaceCure;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.view.DnsChange;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.InstanceState;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.recovery.Recovery;
import io.quorate.simulation.faults.Profile;
import io.quorate.simulation.mutant.Swap.Call;
import io.quorate.simulation.store.ArchivePort;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.DataComparison;
import io.quorate.state.DataHolders;
import io.quorate.state.DnsRecords;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import io.quorate.store.Expect;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The planted bugs: methods of the product that answer something else. Those of {@link Golden}
 * scenarios were real once, or stand for an invariant that no real one broke; the others only seeds
 * find.
 */
public enum Mutant {
  /** Where nobody recorded who holds data, those that are known are all. */
  TAKE_FORGOTTEN_HOLDERS_FOR_GONE(
      new Golden("holders-forgotten-with-the-table.txt", "I1 ONE_LIFE"),
      instead(FenceSet.class, "gaps", call -> List.of()),
      instead(FenceSet.class, "allEnded", call -> endsAreKnown(call.self(FenceSet.class)))),
  /**
   * Of an instance that is stopped nothing is remembered, though its disk may return: neither
   * holder record and row, nor that a quorum listed its member. By that list alone a recovery waits
   * for it.
   */
  PRUNE_WHILE_THE_DISK_MAY_RETURN(
      new Golden("pruned-while-its-disk-may-return.txt", "I1 ONE_LIFE"),
      instead(PrunableInstances.class, "of", Mutant::stoppedHolders),
      instead(FenceSet.class, "proven", call -> List.of())),
  /** A hibernation has all data, however few voters were stopped with theirs. */
  CALL_ANY_HIBERNATION_COMPLETE(
      new Golden("hibernates-with-too-few.txt", "I5 KEPT_ACROSS"),
      instead(Hibernation.class, "tooFew", call -> Optional.empty())),
  /** Whoever EC2 is not known to show counts as forgotten, though EC2 does not answer. */
  TAKE_FORGOTTEN_FOR_GONE_WHILE_EC2_IS_AWAY(
      new Golden("cut-off-while-ec2-is-away.txt", "I4 INTENTS_STAND"),
      instead("io.quorate.controller.observe.Observer", "unknownToEc2", Mutant::holdersNotShown),
      instead(ForgottenInstances.class, "showsAnother", call -> true)),
  /** Whoever EC2 has forgotten is gone, whichever region and account is asked. */
  TAKE_FORGOTTEN_FOR_GONE_IN_ANOTHER_REGION(
      new Golden("tables-are-copied-to-another-region.txt", "I7 LOSS_TRUE"),
      instead(ForgottenInstances.class, "place", call -> Optional.of("anywhere"))),
  /** A voter is terminated whether or not the others are a quorum of all that are listed. */
  TERMINATE_WITHOUT_QUORUM(
      new Golden("terminated-while-few-are-listed.txt", "I2 ON_EVIDENCE"),
      instead(ClusterQuorum.class, "keptBeside", call -> true)),
  /** Whom the cloud takes leaves, though the others are no quorum without it. */
  LET_ALL_WARNED_LEAVE(
      new Golden("warned-beside-one-that-hangs.txt", "I2 ON_EVIDENCE"),
      instead(HeldLeave.class, "ofQuorum", call -> Optional.empty())),
  /** Whom the cloud takes stays with its group until it ends, though its member has left. */
  KEEP_WHOM_THE_CLOUD_TAKES(
      new Golden("warned-and-handed-back.txt", "I9 HANDED_BACK"),
      instead(TerminateLeaver.class, "consider", call -> Optional.empty())),
  /** A termination rests on heartbeats that may have been written long ago. */
  TERMINATE_ON_OLD_HEARTBEATS(
      new Golden("stopped-instance-returns-in-an-outage.txt", "I2 EVIDENCE_OF_NOW"),
      instead("io.quorate.controller.reconcile.EvidenceFreshness", "awaited", call -> List.of())),
  /** A member is told to restart though another does not serve. */
  RESTART_BESIDE_ONE_THAT_IS_DOWN(
      new Golden("restart-for-a-new-spec-while-another-is-down.txt", "I2 ON_EVIDENCE"),
      instead(
          RestartDue.class,
          "unwell",
          call ->
              call.argument(1, Object.class) instanceof List<?>
                  ? Stream.empty()
                  : Optional.empty())),
  /** The members are changed by a list that is older than the proven one. */
  CHANGE_BY_AN_OLDER_LIST(
      new Golden("joined-and-lost-before-the-leader-tells.txt", "I2 ON_EVIDENCE"),
      instead(ClusterQuorum.class, "membershipCurrent", call -> true)),
  /** That data is lost is told only once the disk has room to journal it. */
  CONCEAL_WHAT_A_FULL_DISK_LOST(
      new Golden("deleted-on-a-full-disk.txt", "I2 ROWS_TRUE"),
      instead(ProbeResult.class, "verdict", call -> Optional.empty())),
  /** A lease holds until its end, however far ahead that is. */
  LEASE_WITHOUT_BOUND(
      new Golden("lease-of-a-clock-ahead.txt", "I3 INSTRUCTIONS_CLOSE"),
      after(Expect.class, "above", Mutant::neverAbove)),
  /** A joiner that hangs past its deadline is left alone. */
  LEAVE_A_HUNG_JOINER(
      new Golden("joiner-hangs-before-its-former-is-removed.txt", "I3 INSTRUCTIONS_CLOSE"),
      instead(TerminateHungJoiner.class, "consider", call -> Optional.empty())),
  /** A controller goes on by a table that is older than the cluster. */
  IGNORE_OLDER_TABLE(
      new Golden("restored-table-halts.txt", "I4 NOT_DOWNWARD"),
      instead(HaltOnTableRollback.class, "consider", call -> Optional.empty())),
  /** What a later release wrote is read as if it were understood. */
  READ_A_LATER_SCHEMA(
      new Golden("record-of-a-later-release.txt", "I4 NOT_ON_LATER_SCHEMA"),
      instead(Schema.class, "checked", Mutant::unchecked)),
  /** A controller writes whoever holds the lease. */
  SKIP_TOKEN_CHECK(
      instead(
          Leases.class,
          "check",
          call ->
              new Write.Check(
                  Keys.lease(call.argument(0, HeldLease.class).cluster()), Expect.anything()))),
  /** Every snapshot goes before the directories that are left. */
  PREFER_A_SNAPSHOT(
      new Golden("snapshot-before-the-longer-log.txt", "I5 KEPT_ACROSS"),
      instead("io.quorate.controller.plan.recovery.Salvages", "wins", Mutant::sameGeneration)),
  /** What was written after a rollback's snapshot is restored, should nothing newer be there. */
  RESTORE_AN_ABANDONED_BRANCH(
      new Golden("everything-lost-after-a-rollback.txt", "I5 KEPT_ACROSS"),
      instead(EligibleSources.class, "within", Mutant::ofAnAncestor)),
  /** A member of which no peer says anything counts as removed. */
  TAKE_SILENCE_FOR_REMOVAL(
      new Golden("etcd-ends-unasked-while-peers-are-silent.txt", "I5 VERDICTS_TRUE"),
      after("io.quorate.agent.supervision.RemovalProof", "removed", Mutant::removedUnlessListed)),
  /** An etcd that was asked to stop is killed at once. */
  STOP_WITHOUT_GRACE(
      new Golden("slow-learner-is-asked-to-stop.txt", "I5 STOPS_IN_GRACE"),
      after("io.quorate.agent.supervision.Stopping", "advance", Mutant::killed)),
  /** An etcd that was asked to stop counts as stopped. */
  ARCHIVE_IN_USE(
      new Golden("slow-learner-is-asked-to-stop.txt", "I6 NOTHING_DESTROYED"),
      instead(Supervisor.class, "stopped", call -> true)),
  /** Another is marked while the call for the first may be on its way. */
  MARK_BESIDE_ONE_ASKED(
      new Golden("second-hangs-while-the-first-is-asked-for.txt", "I7 HUNG_ON_EVIDENCE"),
      instead(
          RecordedTerminations.class,
          "heldBackUnasked",
          call ->
              RecordedTerminations.heldBack(
                  call.argument(0, ClusterState.class), call.argument(1, Termination.class)))),
  /** However many clusters fall together, dead members are removed. */
  NO_BREAKER(
      new Golden("dead-while-the-fleet-fell.txt", "I7 BREAKER_RESPECTED"),
      after(
          FleetBreakerPolicy.class,
          "why",
          call ->
              call.argument(0, FleetView.class) instanceof FleetView.Observed
                  ? Optional.empty()
                  : call.returned())),
  /** A heartbeat that the store executes late puts the row back. */
  PUT_ROW_BACK(
      new Golden("late-write-puts-the-row-back.txt", "I7 ROWS_FORWARD"),
      after(
          Expect.class,
          "below",
          call ->
              call.argument(0, String.class).equals("sequence")
                  ? Expect.anything()
                  : call.returned())),
  /** The lineage mirror's objects are written over: put without If-None-Match. */
  OVERWRITE_THE_MIRROR(
      new Golden("applied-anew-on-an-emptied-table.txt", "I8 NEWEST_KEPT"),
      instead(ArchivePort.class, "onlyIfAbsent", call -> false)),
  /** A learner that belongs to no node stays. */
  KEEP_STRANDED_LEARNERS(
      new Golden("stranded-learner-is-removed.txt", "I9 CONVERGES"),
      instead(RemoveStrandedLearner.class, "consider", call -> Optional.empty())),
  /** Whatever ends etcd is taken for damage of its data. */
  TAKE_ANY_END_FOR_DAMAGE(
      new Golden("etcd-ends-of-itself.txt", "I5 VERDICTS_TRUE"),
      after(
          ProcessEtcdHost.class,
          "exit",
          call ->
              new Exit(
                  Exit.Cause.DATA_DAMAGED,
                  Objects.requireNonNull((Exit) call.returned()).detail()))),
  /** A voter that was added by hand is removed before it can have started. */
  REMOVE_A_SLOW_GHOST(
      new Golden("voter-added-by-hand.txt", "I2 ON_EVIDENCE"),
      instead(UnstartedVoters.class, "missing", call -> Optional.empty())),
  /** A voter that never started counts for one that may hold data. */
  TAKE_A_GHOST_FOR_A_HOLDER(
      new Golden("everything-lost-beside-a-ghost.txt", "I9 CONVERGES"),
      instead(DataHolders.class, "neverStarted", call -> false)),
  /** A disk that damaged the data of two members gets a third. */
  USE_A_DISK_THAT_DAMAGES(
      new Golden("disk-damages-data-twice.txt", "I2 ON_EVIDENCE"),
      instead(DamagedDisks.class, "wornOut", call -> false)),
  /** A voter stays listed at the peer URL that somebody gave it. */
  LEAVE_A_CHANGED_PEER_URL(
      new Golden("peer-url-is-set-back.txt", "I9 CONVERGES"),
      instead(RestorePeerUrl.class, "consider", call -> Optional.empty())),
  /** A voter stays whose data differ from those of a majority. */
  KEEP_A_DIFFERING_VOTER(
      new Golden("byte-of-a-follower-changes.txt", "I9 CONVERGES"),
      instead(ReplaceDifferingMember.class, "consider", call -> Optional.empty())),
  /** Whoever has its data from a wrong leader counts for the majority. */
  COUNT_NEWCOMERS_FOR_THE_MAJORITY(
      new Golden("newcomer-takes-the-data-of-a-wrong-leader.txt", "I9 ONLY_WRONG_LEAVE"),
      instead(DifferingVoters.class, "heard", Mutant::allCompared)),
  /** Whoever got a leader's data in place of its own counts for the majority. */
  TAKE_RECEIVED_DATA_FOR_OWN(
      new Golden("lagging-voter-takes-the-data-of-a-wrong-leader.txt", "I9 ONLY_WRONG_LEAVE"),
      instead(DifferingVoters.class, "firstFile", call -> true)),
  /** NOSPACE is disarmed without any room, however much is in use. */
  DISARM_WITHOUT_ROOM(
      new Golden("history-fills-the-quota.txt", "I9 DISARMED_WITH_ROOM"),
      instead(SpaceCure.class, "step", call -> new SpaceCure.Step.Disarm(1L << 40))),
  /** A node that hangs before it takes part is left alone. */
  LEAVE_A_HUNG_NEWCOMER(
      new Golden("empty-node-hangs-before-it-joins.txt", "I9 CONVERGES"),
      instead(ReplaceHungNonMember.class, "consider", call -> Optional.empty())),
  /** A member does not start while the record cannot be read. */
  AWAIT_THE_RECORD_TO_START(
      new Golden("member-starts-while-the-store-is-away.txt", "I10 STATIC (restart)"),
      after(StartDecision.class, "decide", Mutant::onlyWithTheRecord)),
  /** A disk may start whatever its node has since been on another one. */
  START_EARLIER_DISK(
      new Golden("earlier-disk-comes-back.txt", "I11 BORN_ONCE"),
      instead(RecordCheck.class, "placeTaken", call -> Optional.empty())),
  /** A disk may know of fewer instructions than its row. */
  KNOW_LESS_THAN_THE_ROW(
      new Golden("disk-set-back-past-a-join.txt", "I11 BORN_ONCE"),
      instead(AgentJournal.class, "seenLessThan", call -> false)),
  /** A termination that listings do not show yet is asked for at each turn. */
  ASK_AT_EACH_TURN(
      new Golden("termination-is-asked-for-at-each-turn.txt", "BOUNDED"),
      instead(RecordedTerminations.class, "askedJustNow", call -> false)),
  /** A cluster takes its name for another's, and gives it up. */
  GIVE_THE_NAME_UP(
      new Golden("name-is-told.txt", "NAME_TELLS"), instead(DnsRecords.class, "of", call -> false)),
  /** A batch of records overwrites the mark, whatever that is. */
  OVERWRITE_THE_MARK(
      new Golden("records-of-an-older-turn-come-late.txt", "NAME_TELLS"),
      after("io.quorate.controller.plan.dns.RecordSets", "changes", Mutant::overTheMark)),
  /** What a role or user loses is taken before it gets what takes its place. */
  REVOKE_BEFORE_GRANT(
      new Golden("roles-change-under-a-client.txt", "RIGHTS_KEPT"),
      after(AuthDifference.class, "between", AuthBugs::revokedFirst)),
  /** Access control is switched on as soon as etcd lets it be, the agents are made root then. */
  ENABLE_BEFORE_AGENTS_ARE_ROOT(
      new Golden("roles-change-under-a-client.txt", "AGENTS_ARE_ROOT"),
      after(AuthDifference.class, "between", AuthBugs::enabledEarly),
      instead(
          "io.quorate.agent.snapshots.ApplyAuthProgram$Attempt", "everyAgentIsRoot", call -> null)),
  /** Restored data counts as held to access control, whatever is in it. */
  OPENED_BY_A_ROLLBACK(
      new Golden("rolled-back-to-before-access-control.txt", "STRANGERS_OUT"),
      instead("io.quorate.agent.steps.SeedStep", "hasAuth", call -> true)),
  /** A mode is narrowed by a grant alone, also where etcd holds the range twice. */
  NARROW_BY_A_GRANT_ALONE(
      new Golden("range-is-held-twice.txt", "I9 CONVERGES"),
      instead(KeyRange.class, "standIns", call -> List.of())),
  /** A voter that is dead keeps the others from being opened. */
  AWAIT_THE_DEAD_TO_OPEN(
      new Golden("initial-voter-dies-while-all-are-closed.txt", "I10 STATIC (serving)"),
      instead(AuthDue.class, "neverRuns", call -> false)),
  /** A journal is taken for the own one, whichever instance it names. */
  TAKE_OVER_ANOTHERS_JOURNAL(
      new Golden("disk-of-another-instance.txt", "JOURNAL_KEPT"),
      instead(
          "io.quorate.agent.run.RowReconciliation",
          "own",
          call -> call.argument(0, AgentJournal.class))),
  /** The journal is renamed into place before its content is on disk. */
  FORGET_JOURNAL_SYNC(instead("io.quorate.simulation.node.AgentFiles$Open", "sync", call -> null));

  @SuppressWarnings("ImmutableEnumChecker") // A file and a name.
  private final Optional<Golden> golden;

  @SuppressWarnings("ImmutableEnumChecker") // Functions without a state.
  private final List<Swap> swaps;

  Mutant(Golden golden, Swap... swaps) {
    this.golden = Optional.of(golden);
    this.swaps = List.of(swaps);
  }

  Mutant(Swap swap) {
    this.golden = Optional.empty();
    this.swaps = List.of(swap);
  }

  /** The golden scenario that it breaks; none where seeds are to find it. */
  public Optional<Golden> golden() {
    return golden;
  }

  /** The schedules that can find it; empty where any can. Only lost clusters are recovered. */
  public Optional<Profile> profile() {
    return swaps.stream().anyMatch(swap -> swap.type().contains(".plan.recovery."))
        ? Optional.of(Profile.RECOVERY)
        : Optional.empty();
  }

  /** What answers something else. */
  List<Swap> swaps() {
    return swaps;
  }

  /**
   * By its name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Mutant named(String name) {
    return Arrays.stream(values())
        .filter(mutant -> mutant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no mutant '%s', expected one of %s"
                        .formatted(
                            name, Arrays.stream(values()).map(Mutant::name).sorted().toList())));
  }

  private static Object stoppedHolders(Call call) {
    ClusterState state = call.argument(0, ClusterState.class);
    return state.status().data().holders().keySet().stream()
        .filter(holder -> state.instance(holder) == InstanceState.STOPPED)
        .filter(holder -> state.node(holder).filter(n -> !state.health().silent(n)).isEmpty())
        .sorted()
        .toList();
  }

  private static Object holdersNotShown(Call call) {
    return call.argument(1, Status.class).data().holders().keySet().stream()
        .filter(holder -> !call.argument(3, Map.class).containsKey(holder))
        .collect(Collectors.toSet());
  }

  private static boolean endsAreKnown(FenceSet set) {
    return !set.ends().isEmpty() && set.unknown().isEmpty();
  }

  /** Only a bound that is a time: the other one tells whether an attribute is there. */
  private static Object neverAbove(Call call) {
    return call.argument(1, Long.class) == 0
        ? new Expect.Above(call.argument(0, String.class), 0)
        : new Expect.Above(call.argument(0, String.class), Long.MAX_VALUE);
  }

  @SuppressWarnings("unchecked") // The record's values.
  private static Object unchecked(Call call) {
    return Tree.of(
        (Map<String, Object>) call.argument(0, Map.class), call.argument(1, String.class));
  }

  private static boolean sameGeneration(Call call) {
    return call.argument(0, SnapshotRecord.class)
        .id()
        .generation()
        .equals(call.argument(2, Recovery.class).generation());
  }

  private static Object allCompared(Call call) {
    return call.argument(1, DataComparison.class)
        .found()
        .<Set<?>>map(round -> round.voters().keySet())
        .orElse(Set.of());
  }

  private static boolean ofAnAncestor(Call call) {
    return call.argument(0, Map.class)
        .containsKey(call.argument(1, SnapshotManifest.class).id().generation());
  }

  private static List<DnsChange> changes(Call call) {
    return Objects.requireNonNull((List<?>) call.returned()).stream()
        .map(DnsChange.class::cast)
        .toList();
  }

  private static boolean isOfMark(DnsChange change) {
    return change.record().type().equals("TXT");
  }

  private static Object overTheMark(Call call) {
    return changes(call).stream()
        .filter(change -> !(isOfMark(change) && change.kind() == DnsChange.Kind.DELETE))
        .map(change -> new DnsChange(upserted(change), change.record()))
        .toList();
  }

  private static DnsChange.Kind upserted(DnsChange change) {
    return change.kind() == DnsChange.Kind.CREATE ? DnsChange.Kind.UPSERT : change.kind();
  }

  private static Object killed(Call call) {
    EtcdHost host = call.argument(0, EtcdHost.class);
    host.kill();
    return host;
  }

  private static Object removedUnlessListed(Call call) {
    Optional<?> said = (Optional<?>) Objects.requireNonNull(call.returned());
    return said.isPresent() ? said : Optional.of(true);
  }

  private static Object onlyWithTheRecord(Call call) {
    boolean read = call.argument(2, Optional.class).isPresent();
    StartResult decided = (StartResult) Objects.requireNonNull(call.returned());
    return decided instanceof StartResult.StartExisting && !read
        ? new StartResult.WaitForRecord("the record cannot be read")
        : decided;
  }
}
