package io.quorate.simulation.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One planted bug each: snippets of production sources, and what takes their place. */
public enum Mutant {
  /** A controller writes whoever holds the lease. */
  SKIP_TOKEN_CHECK(
      "controller-lambda/src/main/java/io/quorate/controller/act/Intent.java",
      "parts.add(new Leases(store).check(scene.lease()));",
      ""),
  /**
   * A learner counts as caught up at once, and is promoted though etcd would be asked too early.
   */
  PROMOTE_TOO_EARLY(
      "node-agent/src/main/java/io/quorate/agent/steps/Lag.java",
      "return lag <= join.lagLimit()",
      "return lag <= Long.MAX_VALUE"),
  /** The learner is added before the dead member is removed. */
  ADD_BEFORE_REMOVE(
      "node-agent/src/main/java/io/quorate/agent/steps/StepCatalog.java",
      """
      new Listed("REMOVE_FORMER", new RemoveFormer()),
                    new Listed("STOP_FORMER", new StopFormer()),
                    new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
                    new Listed("ADD_LEARNER", new AddLearner()),""",
      """
      new Listed("STOP_FORMER", new StopFormer()),
                    new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
                    new Listed("ADD_LEARNER", new AddLearner()),
                    new Listed("REMOVE_FORMER", new RemoveFormer()),"""),
  /** Who is silent is dead. */
  SILENCE_IS_DEATH(
      "controller-lambda/src/main/java/io/quorate/controller/plan/Situation.java",
      "return judgement.gone(instance);",
      "return judgement.gone(instance) || node(instance).filter(this::silent).isPresent();"),
  /** A missing directory is no reason not to start. */
  START_EMPTY_UNDER_OLD_ID(
      "node-agent/src/main/java/io/quorate/agent/execution/StartDecision.java",
      "case View.Missing missing -> lost(\"directory \" + member.directory() + \" is missing\");",
      "case View.Missing missing -> new Start.StartExisting(member, \"planted\");"),
  /** A directory may be older than what its journal knows it held. */
  IGNORE_WATERMARK(
      "node-agent/src/main/java/io/quorate/agent/execution/StartDecision.java",
      "if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex())) {",
      "if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex() + 1_000_000)) {"),
  /** A founding voter is born on whatever disk its instance has now. */
  BORN_ON_ANY_DISK(
      new Golden("born-on-another-disk.txt", "I11 BORN_ONCE"),
      "node-agent/src/main/java/io/quorate/agent/steps/BirthSteps.java",
      "if (!voter.get().diskNonce().equals(journal.diskNonce())) {",
      "if (voter.get().diskNonce().isEmpty()) {"),
  /** The right to run new is used again when the first use came to nothing. */
  RUN_NEW_TWICE(
      "node-agent/src/main/java/io/quorate/agent/steps/BirthSteps.java",
      """
      || journal.member().isPresent()
              || journal.progress().isPresent()
              || journal.birthRight().isPresent()""",
      "|| journal.usableMember().isPresent()\n        || journal.progress().isPresent()"),
  /** A change begins while another is open. */
  TWO_CHANGES(
      "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
      "new Await(),",
      ""),
  /** The journal is renamed into place before its content is on disk. */
  FORGET_JOURNAL_SYNC(
      "node-agent/src/main/java/io/quorate/agent/disk/DurableFiles.java", "writing.sync();", ""),
  /** A save returns before the folder has the new journal on disk. */
  FORGET_FOLDER_SYNC(
      "node-agent/src/main/java/io/quorate/agent/disk/DurableFiles.java",
      "calls.syncFolder(parentOf(file));",
      ""),
  /** A recorded termination is dropped when its instance is heard again. */
  CANCEL_RECORDED_INTENT(
      "controller-lambda/src/main/java/io/quorate/controller/plan/Remembered.java",
      ".filter(intent -> !tombstones.containsKey(intent.instance()))",
      """
      .filter(intent -> !tombstones.containsKey(intent.instance()))
                  .filter(intent -> view.observedAt().toEpochMilli() % 3 != 0)"""),
  /** A disk may start whatever its node has since been on another one. */
  START_EARLIER_DISK(
      new Golden("earlier-disk-comes-back.txt", "I11 BORN_ONCE"),
      "node-agent/src/main/java/io/quorate/agent/execution/RecordCheck.java",
      ".or(() -> placeTaken(journal, member, ownRow))",
      ""),
  /** A founding voter that has no name yet lives on no instance. */
  FORGET_FOUNDERS(
      new Golden("founder-terminated-before-its-first-start.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Situation.java",
      ".or(() -> founderOf(member.id()))",
      ""),
  /** A learner that has no name yet lives on no instance, though a node's journal names it. */
  FORGET_UNSTARTED_LEARNERS(
      new Golden("learner-terminated-before-its-first-start.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Situation.java",
      """
      .filter(node -> holds(node, member.id()))
              .map(node -> node.heartbeat().instance())""",
      """
      .filter(node -> false)
              .map(node -> node.heartbeat().instance())"""),
  /**
   * An unborn node obeys the record before it has read its own row. That alone lets no disk run new
   * any more, for the right to be born is a disk's.
   */
  OBEY_BEFORE_OWN_ROW(
      new Golden("replaced-disk-runs-new-again.txt", "I11 BORN_ONCE"),
      BORN_ON_ANY_DISK,
      "node-agent/src/main/java/io/quorate/agent/run/Beats.java",
      "writer.isPresent() && unborn()",
      "unborn()"),
  /** A controller goes on by a table that is older than the cluster. */
  IGNORE_OLDER_TABLE(
      new Golden("restored-table-halts.txt", "I4 NOT_DOWNWARD"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
      "new HaltOnOlderTable(),",
      ""),
  /** The halt for an older table ends with its evidence. */
  FORGET_THE_HALT(
      new Golden("halt-of-a-restored-table-stays.txt", "I4 NOT_DOWNWARD"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/HaltOnOlderTable.java",
      "situation.status().olderTable().or(() -> proof(situation))",
      "proof(situation)"),
  /** A learner that belongs to no node stays. */
  KEEP_STRANDED_LEARNERS(
      new Golden("stranded-learner-is-removed.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
      "new RemoveStrandedLearner(),",
      ""),
  /** A termination that listings do not show yet is asked for at each turn. */
  ASK_AT_EACH_TURN(
      new Golden("termination-is-asked-for-at-each-turn.txt", "BOUNDED"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/PerformTermination.java",
      ".filter(intent -> !askedJustNow(intent, situation.view().observedAt()))",
      ""),
  /** What a termination hook holds is terminated again each turn. */
  TERMINATE_AGAIN(
      new Golden("termination-hook-holds-a-hung-node.txt", "BOUNDED"),
      ASK_AT_EACH_TURN,
      "controller-lambda/src/main/java/io/quorate/controller/plan/PerformTermination.java",
      "return isToBeAsked(situation, instance) && !begun",
      "return !begun"),
  /** What a starting agent cannot understand hides its own row. */
  HIDE_ROW_BY_SPEC(
      new Golden("unreadable-spec-hides-the-row.txt", "I11 BORN_ONCE"),
      "node-agent/src/main/java/io/quorate/agent/heartbeat/ControlReads.java",
      "return new AtStart(",
      "record(found);\n    return new AtStart("),
  /** The row of an instance that is gone for good keeps the fleet brake on. */
  BRAKE_BY_ROW_OF_THE_GONE(
      new Golden("terminated-nodes-row-is-unreadable.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/observe/Observer.java",
      ".filter(row -> row.of().filter(id -> gone(view, id)).isEmpty())",
      ""),
  /** A heartbeat that the store executes late puts the row back. */
  PUT_ROW_BACK(
      new Golden("late-write-puts-the-row-back.txt", "I7 SILENCE_IS_NOT_DEATH"),
      "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatWriter.java",
      "? Expect.all(held, Expect.below(\"sequence\", beat.sequence()))",
      "? held"),
  /** A detached instance is asked to be terminated at each turn, and nobody is told. */
  TERMINATE_THE_DETACHED(
      new Golden("hung-node-is-detached.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/HaltChecks.java",
      "intents(plan, intent -> blocked(situation, intent))",
      "intents(plan, intent -> false)"),
  /** A disk may know of fewer instructions than its row. */
  KNOW_LESS_THAN_THE_ROW(
      new Golden("disk-set-back-past-a-join.txt", "I11 BORN_ONCE"),
      "node-agent/src/main/java/io/quorate/agent/execution/AgentJournal.java",
      "return seenToken.before(row.seenToken());",
      "return false;"),
  /** The journal is ordered by clocks. */
  JOURNAL_BY_CLOCK(
      new Golden("journal-ordered-by-a-clock-ahead.txt", "BOUNDED"),
      "shared/src/main/java/io/quorate/state/JournalEntry.java",
      "String.format(\"%012d-%02d-%013d\", token.value(), position, at.toEpochMilli())",
      "String.format(\"%3$013d-%1$012d-%2$02d\", token.value(), position, at.toEpochMilli())"),
  /** A learner's etcd that took its former id goes on. */
  KEEP_A_FORMER_ID(
      new Golden("peer-thaws-while-a-learner-starts.txt", "I11 BORN_ONCE"),
      "node-agent/src/main/java/io/quorate/agent/steps/StartLearner.java",
      "&& !holds.memberId().equals(learner)",
      "&& holds.memberId() == null"),
  /** A learner's etcd takes its id from whichever peer answers it. */
  TAKE_ANY_LIST(
      new Golden("learner-starts-under-its-former-id.txt", "I11 BORN_ONCE"),
      KEEP_A_FORMER_ID,
      "node-agent/src/main/java/io/quorate/agent/steps/AppliedLists.java",
      "List<String> peers = StartLearner.contactsOf(listing, learner);",
      "List<String> peers = List.of();"),
  /** A peer that takes itself for a learner is not waited for. */
  IGNORE_LAGGING_LEARNER(
      new Golden("learner-asks-one-that-was-a-learner.txt", "I11 BORN_ONCE"),
      KEEP_A_FORMER_ID,
      "node-agent/src/main/java/io/quorate/agent/steps/AppliedLists.java",
      "no.why() == Refusal.IS_LEARNER",
      "no.why() == Refusal.NO_LEADER"),
  /** A silent member's node is replaced without waiting for how long it was missed. */
  HUNG_WITHOUT_GRACE(
      "controller-lambda/src/main/java/io/quorate/controller/plan/Heard.java",
      "Duration grace = situation.view().spec().timings().silentGrace();",
      "Duration grace = Duration.ZERO;"),
  /** Each controller judges by its own clock alone for how long a node has stood still. */
  SILENCE_BY_EACH_CLOCK(
      new Golden("journal-under-clocks-far-apart.txt", "BOUNDED"),
      "shared/src/main/java/io/quorate/state/Observation.java",
      "seen.compareTo(still) > 0 ? seen : still,",
      "Duration.between(since, now.at()),"),
  /** A lease holds until its end, however far ahead that is. */
  LEASE_WITHOUT_BOUND(
      new Golden("lease-of-a-clock-ahead.txt", "I3 INSTRUCTIONS_CLOSE"),
      "shared/src/main/java/io/quorate/state/ClockReading.java",
      "CLOCKS_APART = Duration.ofMinutes(5);",
      "CLOCKS_APART = Duration.ofDays(1_000);"),
  /** Data that no journal explains is not told of. */
  CONCEAL_FOREIGN_DATA(
      new Golden("archived-directory-comes-back.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Conditions.java",
      "new Named(Condition.Type.DATA_FOREIGN, NodeChecks::dataForeign),",
      ""),
  /** A joiner is past its deadline when any clock says so. */
  JOINER_LATE_BY_ANY_CLOCK(
      new Golden("joiner-under-a-clock-set-right.txt", "I7 HUNG_UNHEARD"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/AbandonHungJoiner.java",
      "open, ClockReading.CLOCKS_APART))",
      "open, java.time.Duration.ZERO))"),
  /** A joiner that hangs before it has removed its former self is left alone. */
  LEAVE_A_HUNG_JOINER_ITS_FORMER(
      new Golden("joiner-hangs-before-its-former-is-removed.txt", "I3 INSTRUCTIONS_CLOSE"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/AbandonHungJoiner.java",
      ".allMatch(voter -> former.equals(Optional.of(voter.id()))))",
      ".allMatch(voter -> false))"),
  /** Of a joiner's former self only what a serving leader tells counts. */
  ASK_ONLY_A_LEADER_OF_A_FORMER(
      new Golden("joiner-hangs-and-the-leader-lost-its-data.txt", "I3 INSTRUCTIONS_CLOSE"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/AbandonHungJoiner.java",
      "(provenDead(situation, id)",
      "(provenDead(situation, id) && situation.leader().isPresent()"),
  /** A node that hangs before it takes part is left alone. */
  LEAVE_A_HUNG_NEWCOMER(
      new Golden("empty-node-hangs-before-it-joins.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Planner.java",
      "new ReplaceHungNewcomer(),",
      ""),
  /** Which member a hung node holds is asked of its row alone. */
  HUNG_BY_ITS_ROW_ALONE(
      new Golden("joiner-hangs-before-it-tells-of-its-promotion.txt", "I3 INSTRUCTIONS_CLOSE"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Situation.java",
      ".map(node -> node.heartbeat().instance()).or(() -> instanceOf(member));",
      ".filter(n -> holds(n, member.id())).map(n -> n.heartbeat().instance());"),
  /** The row of another agent is left alone for ever, whether or not anybody writes it. */
  LEAVE_AN_ABANDONED_ROW(
      new Golden("restored-row-of-a-former-disk.txt", "I7 HUNG_UNHEARD"),
      HUNG_BY_ITS_ROW_ALONE,
      "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatWriter.java",
      "ABANDONED_MILLIS = 30_000;",
      "ABANDONED_MILLIS = Long.MAX_VALUE;"),
  /** A recorded termination is performed though the quorum needs its voter by now. */
  TERMINATE_WHAT_THE_QUORUM_NEEDS(
      new Golden("termination-is-asked-for-late.txt", "I2 QUORUM_KEPT"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/PerformTermination.java",
      ".filter(intent -> dispensable(situation, intent.instance()))",
      ""),
  /** The quorum that must remain is one short. */
  QUORUM_OFF_BY_ONE(
      "controller-lambda/src/main/java/io/quorate/controller/plan/Situation.java",
      "healthy >= Membership.quorumOf((int) remaining)",
      "healthy >= Membership.quorumOf((int) remaining) - 1"),
  /** A dead member is replaced whether or not the others are a quorum. */
  REPLACE_WITHOUT_QUORUM(
      "controller-lambda/src/main/java/io/quorate/controller/plan/ReplaceDeadMember.java",
      ".filter(death -> situation.quorumWithout(death.member().id()))",
      ""),
  /** A node joins while a voter is down. */
  JOIN_WHILE_A_VOTER_IS_DOWN(
      "controller-lambda/src/main/java/io/quorate/controller/plan/JoinWaitingNode.java",
      "situation.healthyVoters().size() < voters || !known.learners().isEmpty()",
      "!known.learners().isEmpty()"),
  /** A node whose data is whole is told to join anew. */
  JOIN_WITH_WHOLE_DATA(
      "controller-lambda/src/main/java/io/quorate/controller/plan/JoinWaitingNode.java",
      " && heartbeat.data() != DataState.INTACT",
      ""),
  /** What a decision rests on may have moved when it is recorded. */
  RELY_ON_NOTHING(
      "controller-lambda/src/main/java/io/quorate/controller/act/Intent.java",
      "Expect.is(\"bootNonce\", state.bootNonce()),\n                            Expect.is(\"stateVersion\", state.stateVersion())",
      "Expect.anything()"),
  /** The state of a heartbeat is told by its version alone. */
  RELY_ON_VERSION_ALONE(
      new Golden("row-of-another-boot-at-the-same-version.txt", "I2 ON_EVIDENCE"),
      "controller-lambda/src/main/java/io/quorate/controller/act/Intent.java",
      "Expect.is(\"bootNonce\", state.bootNonce()),",
      "Expect.anything(),"),
  /** A lease is taken before its end. */
  TAKE_A_LEASE_EARLY(
      "shared/src/main/java/io/quorate/lease/Leases.java",
      "Expect.below(LeaseCodec.UNTIL_MILLIS, now.toEpochMilli())",
      "Expect.below(LeaseCodec.UNTIL_MILLIS, until.toEpochMilli())"),
  /** A node claims a quorum that it has not asked. */
  CLAIM_A_QUORUM(
      "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatComposer.java",
      "d.quorumProven(),",
      "true,"),
  /** What is carried out has no deadline. */
  NO_DEADLINE(
      "node-agent/src/main/java/io/quorate/agent/steps/Executor.java",
      "if (spent > deadline) {",
      "if (spent > deadline * 1_000_000) {"),
  /** An agent forgets the token of the instruction it takes. */
  FORGET_THE_TOKEN(
      "node-agent/src/main/java/io/quorate/agent/steps/Executor.java",
      ".seen(instruction.header().token())",
      ""),
  /** A silent voter is missed when its leader misses it, whatever the others hear. */
  ASK_THE_LEADER_ALONE(
      "controller-lambda/src/main/java/io/quorate/controller/plan/Heard.java",
      ".or(() -> others(situation, member, leader.get(), grace));",
      ";"),
  /** A join is reported done before the learner is promoted. */
  REPORT_A_LEARNER_AS_JOINED(
      "node-agent/src/main/java/io/quorate/agent/steps/Promote.java",
      "if (!entry.get().learner()) {\n      return new StepResult.Done();",
      "if (entry.get().learner()) {\n      return new StepResult.Finish(io.quorate.instruction.Outcome.Result.DONE, \"planted\");"),
  /** A removal is reported done while its target is listed. */
  REPORT_A_MEMBER_AS_REMOVED(
      "node-agent/src/main/java/io/quorate/agent/steps/RemoveTarget.java",
      "if (listing.member(remove.target()).isEmpty()) {\n        return new StepResult.Done();\n      }\n      if",
      "if (!listing.member(remove.target()).isEmpty()) {\n        return new StepResult.Finish(Outcome.Result.DONE, \"planted\");\n      }\n      if"),
  /** A directory is archived under a living etcd. */
  ARCHIVE_IN_USE(
      "node-agent/src/main/java/io/quorate/agent/steps/ArchiveDirectory.java",
      "if (!context.control().stopped()) {",
      "if (!context.control().stopped() && context.disk().directories().isEmpty()) {"),
  /** The watermark is past what the log is known to hold. */
  WATERMARK_AHEAD(
      "node-agent/src/main/java/io/quorate/agent/heartbeat/LocalLook.java",
      "new Watermark(status.raftTerm(), status.raftIndex())",
      "new Watermark(status.raftTerm(), status.raftIndex() + 3)"),
  /** Whoever held a lease once frees it. */
  FREE_ANOTHERS_LEASE(
      "shared/src/main/java/io/quorate/lease/Leases.java",
      "new Write.Update(key, set, Map.of(), stillHeld(held))",
      "new Write.Update(key, set, Map.of(), Expect.anything())"),
  /** A silent executor's instruction is closed. */
  CLOSE_BY_SILENCE(
      "controller-lambda/src/main/java/io/quorate/controller/plan/CloseAnsweredOperation.java",
      "if (!situation.gone(open.executor())) {",
      "if (!situation.gone(open.executor()) && situation.node(open.executor()).filter(n -> !situation.silent(n)).isPresent()) {"),
  /** An instance that never reports is not told of. */
  CONCEAL_THE_UNREGISTERED(
      new Golden("instance-hangs-before-it-reports.txt", "I9 CONVERGES"),
      "controller-lambda/src/main/java/io/quorate/controller/plan/Conditions.java",
      "new Named(Condition.Type.NODE_NOT_REGISTERED, NodeChecks::notRegistered),",
      "");

  /**
   * A scenario that was shrunk from a bug which is mended; to plant this one takes the mend out.
   *
   * @param scenario its file
   * @param breaks the invariant that it then breaks
   */
  public record Golden(String scenario, String breaks) {}

  private final Optional<String> scenario;
  private final Optional<String> breaks;
  private final Optional<Mutant> with;
  private final String source;
  private final String snippet;
  private final String planted;

  Mutant(String source, String snippet, String planted) {
    this(Optional.empty(), Optional.empty(), source, snippet, planted);
  }

  Mutant(Golden golden, String source, String snippet, String planted) {
    this(Optional.of(golden), Optional.empty(), source, snippet, planted);
  }

  /** Together with the bug that another rule now keeps from showing. */
  Mutant(Golden golden, Mutant with, String source, String snippet, String planted) {
    this(Optional.of(golden), Optional.of(with), source, snippet, planted);
  }

  Mutant(
      Optional<Golden> golden,
      Optional<Mutant> with,
      String source,
      String snippet,
      String planted) {
    this.scenario = golden.map(Golden::scenario);
    this.breaks = golden.map(Golden::breaks);
    this.with = with;
    this.source = source;
    this.snippet = snippet;
    this.planted = planted;
  }

  /** The golden scenario that it breaks; none where seeds are to find it. */
  public Optional<Golden> golden() {
    return scenario.map(file -> new Golden(file, breaks.orElseThrow()));
  }

  /**
   * The production sources with the bug in them, by their paths.
   *
   * @param root of the repository
   */
  public Map<String, String> plantedIn(Path root) throws IOException {
    Map<String, String> texts = with.isPresent() ? with.get().plantedIn(root) : new TreeMap<>();
    String text = texts.get(source);
    texts.put(source, plant(text == null ? Files.readString(root.resolve(source)) : text));
    return texts;
  }

  private String plant(String text) {
    int at = text.indexOf(snippet);
    if (snippet.isEmpty() || at < 0) {
      throw new IllegalStateException(
          name() + ": " + source + " no longer has '" + snippet + "'; plant this bug anew");
    }
    return text.substring(0, at) + planted + text.substring(at + snippet.length());
  }
}
