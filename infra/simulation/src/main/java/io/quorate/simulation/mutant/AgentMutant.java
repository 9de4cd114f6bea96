package io.quorate.simulation.mutant;

import static io.quorate.simulation.mutant.Planting.bug;

/** Bugs planted in the node agent: snippets of production sources, and what takes their place. */
public enum AgentMutant implements Mutant {
  /**
   * A learner counts as caught up at once, and is promoted though etcd would be asked too early.
   */
  PROMOTE_TOO_EARLY(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/LearnerLag.java",
          "return lag <= join.lagLimit()",
          "return lag <= Long.MAX_VALUE")),
  /** The learner is added before the dead member is removed. */
  ADD_BEFORE_REMOVE(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/JoinProgram.java",
          """
      new Listed("REMOVE_FORMER", new RemoveFormerMember()),
              new Listed("STOP_FORMER", new StopFormerMember()),
              new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
              new Listed("ADD_LEARNER", new AddLearner()),""",
          """
      new Listed("STOP_FORMER", new StopFormerMember()),
              new Listed("PREPARE_DIRECTORY", new PrepareDirectory()),
              new Listed("ADD_LEARNER", new AddLearner()),
              new Listed("REMOVE_FORMER", new RemoveFormerMember()),""")),
  /** A missing directory is no reason not to start. */
  START_EMPTY_UNDER_OLD_ID(
      bug(
          "node-agent/src/main/java/io/quorate/agent/execution/StartDecision.java",
          "case View.Missing missing -> lost(\"directory \" + member.directory() + \" is missing\");",
          "case View.Missing missing -> new StartResult.StartExisting(member, \"planted\");")),
  /** A directory may be older than what its journal knows it held. */
  IGNORE_WATERMARK(
      bug(
          "node-agent/src/main/java/io/quorate/agent/execution/StartDecision.java",
          "if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex())) {",
          "if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex() + 1_000_000)) {")),
  /** What an earlier disk tells of itself takes the place of what was reported before. */
  TELL_LESS_THAN_BEFORE(
      bug(
          new Golden("two-earlier-disks-come-back.txt", "I11 BORN_ONCE"),
          "node-agent/src/main/java/io/quorate/agent/run/StartupSequence.java",
          "row.ifPresent(reported -> RowReconciliation.keepReported(journalStore, reported));",
          "")),
  /** An initial member starts on whatever disk its instance has now. */
  BORN_ON_ANY_DISK(
      bug(
          new Golden("born-on-another-disk.txt", "I11 BORN_ONCE"),
          "node-agent/src/main/java/io/quorate/agent/steps/BootstrapSteps.java",
          "if (!voter.get().diskId().equals(journal.diskId())) {",
          "if (voter.get().diskId().isEmpty()) {")),
  /** The right to run new is used again when the first use came to nothing. */
  RUN_NEW_TWICE(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/BootstrapSteps.java",
          "return journal.member().isEmpty()\n          && journal.bootstrapRight().isEmpty()",
          "return journal.usableMember().isEmpty()")),
  /** The journal is renamed into place before its content is on disk. */
  FORGET_JOURNAL_SYNC(
      bug(
          "node-agent/src/main/java/io/quorate/agent/disk/DurableFiles.java",
          "writing.sync();",
          "")),
  /** A save returns before the folder has the new journal on disk. */
  FORGET_FOLDER_SYNC(
      bug(
          "node-agent/src/main/java/io/quorate/agent/disk/DurableFiles.java",
          "calls.syncFolder(parentOf(file));",
          "")),
  /** A disk may start whatever its node has since been on another one. */
  START_EARLIER_DISK(
      bug(
          new Golden("earlier-disk-comes-back.txt", "I11 BORN_ONCE"),
          "node-agent/src/main/java/io/quorate/agent/execution/RecordCheck.java",
          ".or(() -> placeTaken(journal, member, ownRow))",
          "")),
  /**
   * A node without a member obeys the record before it has read its own row. That alone lets no
   * disk run new any more, for the right to bootstrap is a disk's.
   */
  OBEY_BEFORE_OWN_ROW(
      bug(
          new Golden("replaced-disk-runs-new-again.txt", "I11 BORN_ONCE"),
          BORN_ON_ANY_DISK,
          "node-agent/src/main/java/io/quorate/agent/run/HeartbeatLoop.java",
          "writer.isPresent() && awaitsRecords()",
          "awaitsRecords()")),
  /** What a starting agent cannot understand hides its own row. */
  HIDE_ROW_BY_SPEC(
      bug(
          new Golden("unreadable-spec-hides-the-row.txt", "I11 BORN_ONCE"),
          "node-agent/src/main/java/io/quorate/agent/heartbeat/ControlPlaneReader.java",
          "return new AtStart(",
          "record(found);\n    return new AtStart(")),
  /** A heartbeat that the store executes late puts the row back. */
  PUT_ROW_BACK(
      bug(
          new Golden("late-write-puts-the-row-back.txt", "I7 ROWS_FORWARD"),
          "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatWriter.java",
          "? Expect.all(held, Expect.below(\"sequence\", beat.sequence()))",
          "? held")),
  /** That data is lost is told only once the disk has room to journal it. */
  CONCEAL_WHAT_A_FULL_DISK_LOST(
      bug(
          new Golden("deleted-on-a-full-disk.txt", "I2 ROWS_TRUE"),
          "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatComposer.java",
          "journal.verdict().or(view::verdict)",
          "journal.verdict()")),
  /** A directory that is deleted under a running etcd is not missed. */
  OVERLOOK_A_DELETED_DIRECTORY(
      bug(
          new Golden("deleted-while-no-agent-looked.txt", "I2 ROWS_TRUE"),
          "node-agent/src/main/java/io/quorate/agent/supervision/Supervisor.java",
          "if (watch.replaced(now,",
          "if (!now.isEmpty() && watch.replaced(now,")),
  /** A disk may know of fewer instructions than its row. */
  KNOW_LESS_THAN_THE_ROW(
      bug(
          new Golden("disk-set-back-past-a-join.txt", "I11 BORN_ONCE"),
          "node-agent/src/main/java/io/quorate/agent/execution/AgentJournal.java",
          "return seenToken.before(row.seenToken());",
          "return false;")),
  /** A learner's etcd that took its former id goes on. */
  KEEP_A_FORMER_ID(
      bug(
          new Golden("peer-thaws-while-a-learner-starts.txt", "I11 BORN_ONCE"),
          "node-agent/src/main/java/io/quorate/agent/steps/StartLearner.java",
          "&& !holds.memberId().equals(learner)",
          "&& holds.memberId() == null")),
  /** A learner's etcd takes its id from whichever peer answers it. */
  TAKE_ANY_LIST(
      bug(
          new Golden("learner-starts-under-its-former-id.txt", "I11 BORN_ONCE"),
          KEEP_A_FORMER_ID,
          "node-agent/src/main/java/io/quorate/agent/steps/AppliedMemberLists.java",
          "List<String> peers = StartLearner.contactsOf(listing, learner);",
          "List<String> peers = List.of();")),
  /** A peer that takes itself for a learner is not waited for. */
  IGNORE_LAGGING_LEARNER(
      bug(
          new Golden("learner-asks-one-that-was-a-learner.txt", "I11 BORN_ONCE"),
          KEEP_A_FORMER_ID,
          "node-agent/src/main/java/io/quorate/agent/steps/AppliedMemberLists.java",
          "no.why() == Refusal.IS_LEARNER",
          "no.why() == Refusal.NO_LEADER")),
  /** The row of another agent is left alone for ever, whether or not anybody writes it. */
  LEAVE_AN_ABANDONED_ROW(
      bug(
          new Golden("restored-row-of-a-former-disk.txt", "I7 HUNG_UNHEARD"),
          ControllerMutant.HUNG_BY_ITS_ROW_ALONE,
          "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatWriter.java",
          "ABANDONED_MILLIS = 30_000;",
          "ABANDONED_MILLIS = Long.MAX_VALUE;")),
  /** A node claims a quorum that it has not asked. */
  CLAIM_A_QUORUM(
      bug(
          "node-agent/src/main/java/io/quorate/agent/heartbeat/HeartbeatComposer.java",
          "d.quorumProven(),",
          "true,")),
  /** What is carried out has no deadline. */
  NO_DEADLINE(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/Executor.java",
          "if (spent > deadline) {",
          "if (spent > deadline * 1_000_000) {")),
  /** An agent forgets the token of the instruction it takes. */
  FORGET_THE_TOKEN(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/Executor.java",
          ".seen(instruction.header().token())",
          "")),
  /** A join is reported done before the learner is promoted. */
  REPORT_A_LEARNER_AS_JOINED(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/Promote.java",
          "if (!entry.get().learner()) {\n      return new StepResult.Done();",
          "if (entry.get().learner()) {\n      return new StepResult.Finish(io.quorate.instruction.Outcome.Result.DONE, \"planted\");")),
  /** A removal is reported done while its target is listed. */
  REPORT_A_MEMBER_AS_REMOVED(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/RemoveTarget.java",
          "if (listing.member(remove.target()).isEmpty()) {\n        return new StepResult.Done();\n      }\n      if",
          "if (!listing.member(remove.target()).isEmpty()) {\n        return new StepResult.Finish(Outcome.Result.DONE, \"planted\");\n      }\n      if")),
  /** A member that does not answer is said to be silent for longer than it was. */
  OVERSTATE_SILENCE(
      bug(
          "node-agent/src/main/java/io/quorate/agent/heartbeat/EtcdProbe.java",
          "Math.max(1, silence.of(id))",
          "20_000 + silence.of(id)")),
  /**
   * A voter is removed whether or not those that remain are a quorum that answers; nor does the
   * controller ask whom the leader misses, which alone keeps it from the same.
   */
  IGNORE_REMAINING_VOTERS(
      bug(
          new Golden("removed-while-another-hung-unseen.txt", "I2 QUORUM_KEPT"),
          bug(
              "controller-lambda/src/main/java/io/quorate/controller/plan/state/ClusterQuorum.java",
              ".filter(voter -> !missedByLeader(voter.id()))",
              ".filter(voter -> voter != null)"),
          "node-agent/src/main/java/io/quorate/agent/steps/RemoveFormerMember.java",
          "RemainingQuorum.missing(context.etcd(), contact, member);",
          "Optional.empty();")),
  /** A directory is archived under a living etcd. */
  ARCHIVE_IN_USE(
      bug(
          "node-agent/src/main/java/io/quorate/agent/steps/ArchiveDirectory.java",
          "if (!context.control().stopped()) {",
          "if (!context.control().stopped() && context.disk().directories().isEmpty()) {")),
  /** The watermark is past what the log is known to hold. */
  WATERMARK_AHEAD(
      bug(
          "node-agent/src/main/java/io/quorate/agent/heartbeat/EtcdProbe.java",
          "new Watermark(status.raftTerm(), status.raftIndex())",
          "new Watermark(status.raftTerm(), status.raftIndex() + 3)")),
  /** A member of which no peer says anything counts as removed. */
  TAKE_SILENCE_FOR_REMOVAL(
      bug(
          new Golden("etcd-ends-unasked-while-peers-are-silent.txt", "I5 VERDICTS_TRUE"),
          "node-agent/src/main/java/io/quorate/agent/supervision/Supervisor.java",
          "removed(etcd, asked.member()).orElse(false)",
          "removed(etcd, asked.member()).orElse(true)")),
  /** A journal is taken for the own one, whichever instance it names. */
  TAKE_OVER_ANOTHERS_JOURNAL(
      bug(
          new Golden("disk-of-another-instance.txt", "JOURNAL_KEPT"),
          "node-agent/src/main/java/io/quorate/agent/run/RowReconciliation.java",
          "return found.instance().equals(self.instance())",
          "return found.instance() != null")),
  /** An etcd that was asked to stop is killed at the next look. */
  STOP_WITHOUT_GRACE(
      bug(
          new Golden("slow-learner-is-asked-to-stop.txt", "I5 STOPS_IN_GRACE"),
          "node-agent/src/main/java/io/quorate/agent/supervision/Stopping.java",
          "(soon ? Math.min(SOON_MILLIS, graceMillis) : graceMillis)",
          "-1")),
  /** An agent that starts anew gives what it carries out all its time again. */
  FORGET_THE_TIME_SPENT(
      bug(
          new Golden("agent-killed-at-a-promotion.txt", "I3 TIME_KEPT"),
          "node-agent/src/main/java/io/quorate/agent/steps/Executor.java",
          "spent = context.journal().progress().map(InstructionProgress::spentMillis).orElse(0L);",
          "spent = 0L;"));

  @SuppressWarnings("ImmutableEnumChecker") // Strings, and another bug.
  private final Planting planting;

  AgentMutant(Planting planting) {
    this.planting = planting;
  }

  @Override
  public Planting planting() {
    return planting;
  }
}
