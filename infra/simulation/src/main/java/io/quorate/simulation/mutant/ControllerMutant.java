package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Planting.bug;

/** Bugs planted in the controller, or in what both share: a snippet, and what takes its place. */
public enum ControllerMutant implements Mutant {
  /** A controller writes whoever holds the lease. */
  SKIP_TOKEN_CHECK(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/act/WriteSet.java",
          "parts.add(Leases.check(context.lease()));",
          "")),
  /** Who is silent is dead. */
  SILENCE_IS_DEATH(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/NodeStates.java",
          "return nodeHealth.gone(instance);",
          "return nodeHealth.gone(instance)"
              + " || view.nodes().containsKey(instance) && silent(view.nodes().get(instance));")),
  /** A change begins while another is open. */
  TWO_CHANGES(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new WaitForOpenOperation(),",
          "")),
  /** A recorded termination is dropped when its instance is heard again. */
  CANCEL_RECORDED_INTENT(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/StatusCarryOver.java",
          ".filter(intent -> !tombstones.containsKey(intent.instance()))",
          """
      .filter(intent -> !tombstones.containsKey(intent.instance()))
                  .filter(intent -> view.observedAt().toEpochMilli() % 3 != 0)""")),
  /** An initial member that has no name yet lives on no instance. */
  FORGET_INITIAL_MEMBERS(
      bug(
          new Golden("founder-terminated-before-its-first-start.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterMembers.java",
          ".or(() -> initialMemberOf(member.id()))",
          "")),
  /** A learner that has no name yet lives on no instance, though a node's journal names it. */
  FORGET_UNSTARTED_LEARNERS(
      bug(
          new Golden("learner-terminated-before-its-first-start.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterMembers.java",
          "return holderOf(member)\n        .map(",
          "return holderOf(member)\n        .filter(node -> false)\n        .map(")),
  /** A controller goes on by a table that is older than the cluster. */
  IGNORE_OLDER_TABLE(
      bug(
          new Golden("restored-table-halts.txt", "I4 NOT_DOWNWARD"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new HaltOnTableRollback(),",
          "")),
  /** The halt for an older table ends with its evidence. */
  FORGET_THE_HALT(
      bug(
          new Golden("halt-of-a-restored-table-stays.txt", "I4 NOT_DOWNWARD"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/HaltOnTableRollback.java",
          ".tableRollback()\n        .or(",
          ".tableRollback()\n        .filter(kept -> false)\n        .or(")),
  /** A learner that belongs to no node stays. */
  KEEP_STRANDED_LEARNERS(
      bug(
          new Golden("stranded-learner-is-removed.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new RemoveStrandedLearner(),",
          "")),
  /** What EC2 ended stays in its group, which launches no other. */
  HAND_NOTHING_BACK(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new ReplaceTerminatedInstance(),",
          "")),
  /** A termination that listings do not show yet is asked for at each turn. */
  ASK_AT_EACH_TURN(
      bug(
          new Golden("termination-is-asked-for-at-each-turn.txt", "BOUNDED"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/PerformTermination.java",
          "intent -> !RecordedTerminations.askedJustNow(intent, clusterState.view().observedAt()))",
          "intent -> true)")),
  /** What a termination hook holds is terminated again each turn. */
  TERMINATE_AGAIN(
      bug(
          new Golden("termination-hook-holds-a-hung-node.txt", "BOUNDED"),
          ASK_AT_EACH_TURN,
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/RecordedTerminations.java",
          "return isToBeAsked(clusterState, instance) && !begun",
          "return !begun")),
  /** While one recorded termination waits, nobody else that hangs is marked. */
  ONE_MARK_STOPS_ALL(
      bug(
          new Golden("second-hangs-while-the-first-is-needed.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/TerminationPlans.java",
          ".allMatch(intent -> RecordedTerminations.heldBackUnasked(clusterState, intent))",
          ".noneMatch(intent -> true)")),
  /** A leader whose directory is gone is not asked whom it misses, though its etcd serves on. */
  ONLY_A_HEALTHY_LEADER_HEARS(
      bug(
          new Golden(
              "executor-hangs-and-the-leader-lost-its-directory.txt", "I3 INSTRUCTIONS_CLOSE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/PeerLiveness.java",
          "clusterState.quorum().answeringLeader();",
          "clusterState.quorum().leader();")),
  /** Beside that, of a joiner's former member only what a serving leader tells counts. */
  ASK_ONLY_A_LEADER_OF_A_FORMER(
      bug(
          new Golden("joiner-hangs-and-the-leader-lost-its-data.txt", "I3 INSTRUCTIONS_CLOSE"),
          ONLY_A_HEALTHY_LEADER_HEARS,
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/TerminateHungJoiner.java",
          "(clusterState.deaths().provenDead(id)",
          "(clusterState.deaths().provenDead(id) && clusterState.quorum().leader().isPresent()")),
  /** Another is marked while the call for the first may be on its way. */
  MARK_BESIDE_ONE_ASKED(
      bug(
          new Golden("second-hangs-while-the-first-is-asked-for.txt", "I7 HUNG_ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/RecordedTerminations.java",
          "heldBack(clusterState, intent) && unasked(clusterState, intent);",
          "heldBack(clusterState, intent);")),
  /** A person may go on with an older table whatever the nodes say. */
  RESUME_WHATEVER_SPEAKS_AGAINST(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/reconcile/ResumeAfterRollback.java",
          "if (!against.isEmpty()) {",
          "if (against.size() > 1_000) {")),
  /** However many clusters fall together, dead members are removed. */
  NO_BREAKER(
      bug(
          new Golden("dead-while-the-fleet-fell.txt", "I7 BREAKER_RESPECTED"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/FleetBreakerPolicy.java",
          "AT_LEAST = 3;",
          "AT_LEAST = 300;")),
  /** However many clusters fall together, what hangs is terminated. */
  TERMINATE_UNDER_THE_BREAKER(
      bug(
          new Golden("hung-while-the-fleet-fell.txt", "I7 BREAKER_RESPECTED"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/TerminationEvidence.java",
          "FleetBreakerPolicy.why(clusterState.view().fleet())",
          "Optional.<String>empty()")),
  /** The row of an instance that is gone for good keeps the fleet breaker on. */
  BREAKER_BY_ROW_OF_THE_GONE(
      bug(
          new Golden("terminated-nodes-row-is-unreadable.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/observe/Observer.java",
          ".filter(row -> row.of().filter(id -> gone(view, id)).isEmpty())",
          "")),
  /** A detached instance is asked to be terminated at each turn, and nobody is told. */
  TERMINATE_THE_DETACHED(
      bug(
          new Golden("hung-node-is-detached.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/conditions/HaltChecks.java",
          "intents(plan, intent -> blocked(clusterState, intent))",
          "intents(plan, intent -> false)")),
  /** The journal is ordered by clocks. */
  JOURNAL_BY_CLOCK(
      bug(
          new Golden("journal-ordered-by-a-clock-ahead.txt", "BOUNDED"),
          "shared/src/main/java/io/quorate/state/JournalEntry.java",
          "String.format(\"%012d-%02d-%013d\", token.value(), position, at.toEpochMilli())",
          "String.format(\"%3$013d-%1$012d-%2$02d\", token.value(), position, at.toEpochMilli())")),
  /** A silent member's node is replaced without waiting for how long it was missed. */
  HUNG_WITHOUT_GRACE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/PeerLiveness.java",
          "Duration grace = clusterState.view().spec().timings().silentGrace();",
          "Duration grace = Duration.ZERO;")),
  /** Each controller judges by its own clock alone for how long a node has stood still. */
  SILENCE_BY_EACH_CLOCK(
      bug(
          new Golden("journal-under-clocks-far-apart.txt", "BOUNDED"),
          "shared/src/main/java/io/quorate/state/HeartbeatProgress.java",
          "seen.compareTo(still) > 0 ? seen : still,",
          "Duration.between(since, now.at()),")),
  /** A lease holds until its end, however far ahead that is. */
  LEASE_WITHOUT_BOUND(
      bug(
          new Golden("lease-of-a-clock-ahead.txt", "I3 INSTRUCTIONS_CLOSE"),
          "shared/src/main/java/io/quorate/state/ClockReading.java",
          "CLOCKS_APART = Duration.ofMinutes(5);",
          "CLOCKS_APART = Duration.ofDays(1_000);")),
  /** Data that no journal explains is not told of. */
  CONCEAL_FOREIGN_DATA(
      bug(
          new Golden("archived-directory-comes-back.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/conditions/Conditions.java",
          "new Named(Condition.Type.DATA_FOREIGN, NodeChecks::dataForeign),",
          "")),
  /** A joiner is past its deadline when any clock says so. */
  JOINER_LATE_BY_ANY_CLOCK(
      bug(
          new Golden("joiner-under-a-clock-set-right.txt", "I7 HUNG_UNHEARD"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/TerminateHungJoiner.java",
          "open, ClockReading.CLOCKS_APART))",
          "open, java.time.Duration.ZERO))")),
  /** A joiner that hangs before it has removed its former member is left alone. */
  LEAVE_A_HUNG_JOINER_ITS_FORMER(
      bug(
          new Golden("joiner-hangs-before-its-former-is-removed.txt", "I3 INSTRUCTIONS_CLOSE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/TerminateHungJoiner.java",
          ".allMatch(voter -> former.equals(Optional.of(voter.id()))))",
          ".allMatch(voter -> false))")),
  /** A node that hangs before it takes part is left alone. */
  LEAVE_A_HUNG_NEWCOMER(
      bug(
          new Golden("empty-node-hangs-before-it-joins.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "new ReplaceHungNonMember(),",
          "")),
  /** Which member a hung node holds is asked of its row alone. */
  HUNG_BY_ITS_ROW_ALONE(
      bug(
          new Golden("joiner-hangs-before-it-tells-of-its-promotion.txt", "I3 INSTRUCTIONS_CLOSE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterMembers.java",
          ".map(node -> node.heartbeat().instance()).or(() -> instanceOf(member));",
          ".filter(n -> holds(n, member.id())).map(n -> n.heartbeat().instance());")),
  /** A recorded termination is performed though the quorum needs its voter by now. */
  TERMINATE_WHAT_THE_QUORUM_NEEDS(
      bug(
          new Golden("termination-is-asked-for-late.txt", "I2 ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/PerformTermination.java",
          ".filter(intent -> RecordedTerminations.dispensable(clusterState, intent.instance()))",
          "")),
  /** A voter that is terminated counts as removed already: the others need no quorum with it. */
  TERMINATE_AS_IF_REMOVED(
      bug(
          new Golden("terminated-while-few-are-listed.txt", "I2 ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterQuorum.java",
          "others >= Membership.quorumOf(known.voters().size()))",
          "others >= Membership.quorumOf(known.voters().size() - 1))")),
  /** A termination is asked for, whatever has become of the rows that spoke for it. */
  ASK_ON_ANY_EVIDENCE(
      bug(
          new Golden("asked-for-on-a-row-that-moved.txt", "I2 ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/PerformTermination.java",
          "NonMembers.evidenceOfLeaver(clusterState, intent.instance()));",
          "java.util.Map.of());")),
  /** A termination rests on heartbeats that may have been written long ago. */
  TERMINATE_ON_OLD_HEARTBEATS(
      bug(
          new Golden("stopped-instance-returns-in-an-outage.txt", "I2 EVIDENCE_OF_NOW"),
          "controller-lambda/src/main/java/io/quorate/controller/reconcile/Turn.java",
          "awaited = evidenceFreshness.awaited(plan, seen.view());",
          "awaited = List.of();")),
  /** The quorum that must remain is one short. */
  QUORUM_OFF_BY_ONE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterQuorum.java",
          "healthy >= Membership.quorumOf((int) remaining)",
          "healthy >= Membership.quorumOf((int) remaining) - 1")),
  /** A voter whose data is lost counts as healthy while its etcd goes on. */
  COUNT_LOST_DATA_AS_HEALTHY(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/NodeHealth.java",
          "heartbeat.data() == DataState.INTACT && answeringUnlessSilent",
          "answeringUnlessSilent")),
  /** A dead member is replaced whether or not the others are a quorum. */
  REPLACE_WITHOUT_QUORUM(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/ReplaceDeadMember.java",
          ".filter(death -> clusterState.quorum().keptWithout(death.member().id()))",
          "")),
  /** A node joins while a voter is down. */
  JOIN_WHILE_A_VOTER_IS_DOWN(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/JoinWaitingNode.java",
          "clusterState.quorum().healthyVoters().size() < voters || !known.learners().isEmpty()",
          "!known.learners().isEmpty()")),
  /** What a decision rests on may have moved when it is recorded. */
  RELY_ON_NOTHING(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/act/WriteSet.java",
          "Expect.is(\"incarnationNonce\", state.incarnationNonce()),\n                            Expect.is(\"stateVersion\", state.stateVersion())",
          "Expect.anything()")),
  /** The state of a heartbeat is told by its version alone. */
  RELY_ON_VERSION_ALONE(
      bug(
          new Golden("row-of-another-boot-at-the-same-version.txt", "I2 ON_EVIDENCE"),
          "controller-lambda/src/main/java/io/quorate/controller/act/WriteSet.java",
          "Expect.is(\"incarnationNonce\", state.incarnationNonce()),",
          "Expect.anything(),")),
  /** A lease is taken before its end. */
  TAKE_A_LEASE_EARLY(
      bug(
          "shared/src/main/java/io/quorate/lease/Leases.java",
          "Expect.below(LeaseCodec.UNTIL_MILLIS, now.toEpochMilli())",
          "Expect.below(LeaseCodec.UNTIL_MILLIS, until.toEpochMilli())")),
  /** A silent voter is missed when its leader misses it, whatever the others hear. */
  ASK_THE_LEADER_ALONE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/PeerLiveness.java",
          ".or(() -> others(clusterState, member, leader.get(), grace));",
          ";")),
  /** Whoever held a lease once frees it. */
  FREE_ANOTHERS_LEASE(
      bug(
          "shared/src/main/java/io/quorate/lease/Leases.java",
          "new Write.Update(key, set, Map.of(), stillHeld(held))",
          "new Write.Update(key, set, Map.of(), Expect.anything())")),
  /** A silent executor's instruction is closed. */
  CLOSE_BY_SILENCE(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/CloseAnsweredOperation.java",
          "if (!clusterState.health().gone(open.executor())) {",
          "if (!clusterState.health().gone(open.executor()) && clusterState.node(open.executor()).filter(n -> !clusterState.health().silent(n)).isPresent()) {")),
  /** An instance that never reports is not told of. */
  CONCEAL_THE_UNREGISTERED(
      bug(
          new Golden("instance-hangs-before-it-reports.txt", "I9 CONVERGES"),
          "controller-lambda/src/main/java/io/quorate/controller/plan/conditions/Conditions.java",
          "new Named(Condition.Type.NODE_NOT_REGISTERED, NodeChecks::notRegistered),",
          "")),
  /** What a release wrote that is one schema ahead is read as if it were understood. */
  READ_A_LATER_SCHEMA(
      bug(
          new Golden("record-of-a-later-release.txt", "I4 NOT_ON_LATER_SCHEMA"),
          "shared/src/main/java/io/quorate/codec/Schema.java",
          "if (version > newest) {",
          "if (version > newest + 1) {")),
  /** Restarts count as told, and nothing is told. */
  CONCEAL_RESTARTS(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "restarts.events());",
          "java.util.List.of());")),
  /** What was told of restarts is not remembered. */
  TELL_RESTARTS_AGAIN(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
          "remembered.withRestarts(restarts.told())),",
          "remembered),")),
  /** A bootstrap is decided on any quorum of the desired nodes, without a wait for the others. */
  BOOTSTRAP_WITHOUT_WAIT(
      bug(
          "controller-lambda/src/main/java/io/quorate/controller/plan/rules/DecideBootstrap.java",
          "return !clusterState.view().observedAt().isBefore(until);",
          "return until != null;"));

  @SuppressWarnings("ImmutableEnumChecker") // Strings, and another bug.
  private final Planting planting;

  ControllerMutant(Planting planting) {
    this.planting = planting;
  }

  @Override
  public Planting planting() {
    return planting;
  }
}
