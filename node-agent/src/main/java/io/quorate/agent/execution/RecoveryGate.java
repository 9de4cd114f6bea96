package io.quorate.agent.execution;

import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.VerifySnapshot;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.GenerationSource;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import java.time.Duration;
import java.util.Optional;

/**
 * What a recovery asks of this node (I4). Its trial is the verification of a snapshot: it passes
 * the same gate as a task, and ends with the same outcome, under the trial's name.
 */
public final class RecoveryGate {
  private static final Duration DEADLINE = Duration.ofMinutes(30);

  /** What a fence names that no recovery asked for, but the cluster's deletion. */
  public static final String DELETION = "deletion";

  private RecoveryGate() {}

  /** Whether the cluster was deleted, by a record of its own UID. */
  public static boolean deleted(AgentJournal journal, Optional<Lineage> lineage) {
    return lineage
        .filter(read -> read.state() == Lineage.State.DELETED)
        .filter(read -> journal.uid().stream().allMatch(read.uid()::equals))
        .isPresent();
  }

  /** The trial that this node is to make, as a task. */
  public static Optional<CommandSlot> trial(
      AgentJournal journal, Optional<Lineage> lineage, Optional<Recovery> recovery) {
    return recovery
        .filter(now -> now.state() == Recovery.State.TRIAL)
        .filter(now -> current(now, lineage) || imports(now, lineage))
        .filter(now -> candidate(journal, now))
        .map(now -> new CommandSlot(task(journal, now), CommandSlot.State.OPEN));
  }

  /** The recovery for which the member of this node is to be taken out of service. */
  public static Optional<Recovery> fencing(
      AgentJournal journal, Optional<Lineage> lineage, Optional<Recovery> recovery) {
    return recovery
        .filter(now -> now.state() == Recovery.State.FENCING)
        .filter(now -> current(now, lineage))
        .filter(now -> !now.token().before(journal.seenToken()))
        .filter(
            now ->
                journal
                    .usableMember()
                    .map(JournalMember::identity)
                    .filter(member -> member.uid().equals(now.uid()))
                    .filter(member -> member.generation().equals(now.generation()))
                    .isPresent());
  }

  /**
   * The recovery that began a later generation than this node's member is of, where that is final:
   * whatever the member was doing, it is over.
   */
  public static Optional<String> superseding(AgentJournal journal, Optional<Lineage> lineage) {
    return lineage
        .filter(read -> read.state() == Lineage.State.COMMITTED)
        .filter(read -> journal.progress().isEmpty())
        .filter(
            read ->
                journal
                    .member()
                    .map(JournalMember::identity)
                    .filter(member -> member.uid().equals(read.uid()))
                    .filter(member -> member.generation().before(read.generation()))
                    .isPresent())
        .filter(
            read ->
                journal.verdict().stream()
                    .allMatch(verdict -> verdict.state() == DataState.SUPERSEDED))
        .map(
            read ->
                read.bootstrap()
                    .flatMap(Bootstrap::source)
                    .map(GenerationSource::recovery)
                    .orElse("generation-" + read.generation()));
  }

  /** The salvage of this node's fenced directory, as the task to take a snapshot of it. */
  public static Optional<CommandSlot> salvage(
      AgentJournal journal, Optional<Lineage> lineage, Optional<Recovery> recovery) {
    return recovery
        .filter(now -> current(now, lineage))
        .filter(now -> journal.fence().filter(of -> of.recoveryId().equals(now.id())).isPresent())
        .flatMap(
            now ->
                now.openSalvage()
                    .filter(salvage -> salvage.instance().equals(journal.instance()))
                    .map(
                        salvage ->
                            new TakeSnapshot(
                                header(journal, now, now.salvageId(salvage)),
                                salvage.snapshot(),
                                now.id(),
                                DEADLINE)))
        .map(task -> new CommandSlot(task, CommandSlot.State.OPEN));
  }

  /** Whether this node is starting the new generation, and not yet known to serve it. */
  public static boolean seeding(
      AgentJournal journal, Optional<Lineage> lineage, Optional<Recovery> recovery) {
    return recovery
        .filter(now -> now.state() == Recovery.State.SEEDING)
        .filter(now -> candidate(journal, now))
        .flatMap(Recovery::committed)
        .filter(
            next -> lineage.filter(read -> read.generation().equals(next.generation())).isPresent())
        .isPresent();
  }

  private static boolean current(Recovery recovery, Optional<Lineage> lineage) {
    return lineage
        .filter(read -> read.state() == Lineage.State.COMMITTED)
        .filter(read -> read.uid().equals(recovery.uid()))
        .filter(read -> read.generation().equals(recovery.generation()))
        .isPresent();
  }

  /** Whether the cluster is to begin with the very snapshot that is tried. */
  private static boolean imports(Recovery recovery, Optional<Lineage> lineage) {
    return recovery.action() == Recovery.Action.IMPORT
        && lineage
            .filter(read -> read.uid().equals(recovery.uid()))
            .flatMap(Lineage::origin)
            .map(Origin::snapshot)
            .equals(recovery.source().map(RecoverySource::snapshot));
  }

  private static boolean candidate(AgentJournal journal, Recovery recovery) {
    return recovery
        .trial()
        .filter(trial -> trial.candidate().equals(journal.instance()))
        .isPresent();
  }

  private static VerifySnapshot task(AgentJournal journal, Recovery recovery) {
    return new VerifySnapshot(
        header(journal, recovery, recovery.trialId().orElseThrow()),
        recovery.source().orElseThrow().snapshot(),
        DEADLINE);
  }

  private static CommandHeader header(AgentJournal journal, Recovery recovery, String id) {
    return new CommandHeader(
        id,
        journal.instance(),
        recovery.uid(),
        recovery.generation(),
        recovery.token(),
        recovery.stateSince());
  }
}
