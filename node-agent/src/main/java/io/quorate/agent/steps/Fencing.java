package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalFence;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.RecoveryGate;
import io.quorate.agent.execution.StartDecision;
import io.quorate.agent.execution.StartResult;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.NoEtcdProof;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.model.FencingToken;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import java.util.Optional;

/**
 * Takes this node's member out of service for a recovery (I1). It goes before every instruction and
 * every bootstrap, for those wait for a quorum that is lost:
 *
 * <ol>
 *   <li>STOP: etcd is asked to stop, whatever it is doing; with next to no grace where its quorum
 *       is lost, for what it still waits for cannot end well;
 *   <li>PROVE: no process of it is left, none in the process table names the data folder, nobody
 *       listens at the own ports, nobody holds the directory;
 *   <li>JOURNAL: the fence, with the end of the directory's log, and the verdict that the data can
 *       never serve again, in one save;
 *   <li>ARCHIVE: the directory is renamed out of etcd's path.
 * </ol>
 *
 * <p>A cluster that was deleted is a fence without end: nothing follows it. A member of a
 * generation that is over, however it comes back, is fenced for the recovery that began the next
 * one: it can neither serve nor vote, and its log's end is known when its directory is archived.
 *
 * <p>A directory that is empty, for its etcd was never executed or it was deleted, is journalled as
 * lost instead, after the same proof: its holder is gone, not fenced. Where the disk has no room to
 * journal that, heartbeats tell it all the same.
 *
 * <p>A crash before JOURNAL begins again, after a start of etcd if the record cannot be read; after
 * it etcd is never started, and ARCHIVE is made up for. Nothing is undone, ever.
 */
public final class Fencing {
  private final StepContext context;
  private final Optional<NoEtcdProof> noEtcd;

  /** Works with these; without the proof nothing is ever fenced. */
  public Fencing(StepContext context, Optional<NoEtcdProof> noEtcd) {
    this.context = context;
    this.noEtcd = noEtcd;
  }

  /** What a call came to. */
  public sealed interface Result {
    /** There is nothing to fence: the node does what it is told. */
    record Nothing() implements Result {}

    /** It is under way. */
    record Waiting(String because) implements Result {}

    /** The member was just fenced. */
    record Done(String because) implements Result {}

    /** It is fenced, and the generation that it was of is still the current one: the node rests. */
    record Rests() implements Result {}
  }

  /** Does what is next. */
  public Result advance(Optional<Lineage> lineage, Optional<Recovery> recovery) {
    AgentJournal journal = context.journal();
    if (journal.fence().isPresent()) {
      return fenced(journal.fence().get(), lineage);
    }
    if (noEtcd.isEmpty() || RecordCheck.stale(journal, lineage).isPresent()) {
      return new Result.Nothing();
    }
    if (RecoveryGate.deleted(journal, lineage)) {
      return deleted(journal, noEtcd.get());
    }
    Optional<String> over = RecoveryGate.superseding(journal, lineage);
    if (over.isPresent()) {
      return superseded(over.get(), journal, noEtcd.get());
    }
    return RecoveryGate.fencing(journal, lineage, recovery)
        .map(now -> fence(now, journal.usableMember().orElseThrow(), noEtcd.get()))
        .orElseGet(Result.Nothing::new);
  }

  /** Whatever is on the disk, no etcd runs any more, and no instruction is carried out. */
  private Result deleted(AgentJournal journal, NoEtcdProof proof) {
    if (journal.usableMember().isEmpty()) {
      context.control().stop();
      return new Result.Rests();
    }
    context.control().stop();
    return fence(RecoveryGate.DELETION, journal.seenToken(), journal.usableMember().get(), proof);
  }

  /** A member that is rolled back still serves, and finishes what it is doing. */
  private Result fence(Recovery now, JournalMember member, NoEtcdProof proof) {
    if (now.action() == Recovery.Action.RESEED) {
      context.control().stopSoon();
    } else {
      context.control().stop();
    }
    return fence(now.id(), now.token(), member, proof);
  }

  /** A directory without a log to tell of is left to whatever the node is told next. */
  private Result superseded(String recoveryId, AgentJournal journal, NoEtcdProof proof) {
    JournalMember member = journal.member().orElseThrow();
    context.control().stop();
    Optional<Result> waits = stopped(member, proof);
    if (waits.isPresent()) {
      return waits.get();
    }
    return switch (context.disk().inspect(member.directory())) {
      case DataDisk.View.Missing missing -> new Result.Nothing();
      case DataDisk.View.Empty empty -> new Result.Nothing();
      case DataDisk.View.Damaged damaged -> new Result.Nothing();
      case DataDisk.View.Holds holds -> fenced(recoveryId, journal.seenToken(), member, holds);
    };
  }

  private Optional<Result> stopped(JournalMember member, NoEtcdProof proof) {
    if (!context.control().stopped()) {
      return Optional.of(new Result.Waiting("etcd is stopping"));
    }
    Optional<String> doubt = proof.doubt(context.self().endpoints());
    if (doubt.isPresent()) {
      return Optional.of(new Result.Waiting("an etcd may be at work: " + doubt.get()));
    }
    return context.disk().inUse(member.directory())
        ? Optional.of(new Result.Waiting("a process holds directory " + member.directory()))
        : Optional.empty();
  }

  private Result fence(
      String recoveryId, FencingToken token, JournalMember member, NoEtcdProof proof) {
    Optional<Result> waits = stopped(member, proof);
    if (waits.isPresent()) {
      return waits.get();
    }
    DataDisk.View view = context.disk().inspect(member.directory());
    StartResult usable =
        StartDecision.decide(context.journal(), view, Optional.empty(), Optional.empty());
    Optional<DataVerdict> withoutData = withoutData(view, usable);
    if (withoutData.isPresent()) {
      context.control().tell(withoutData.get());
      context.journalStore().change(edit -> edit.seen(token).lost(recoveryId, withoutData.get()));
      return new Result.Done(withoutData.get().detail() + ": there is nothing to fence");
    }
    if (!(usable instanceof StartResult.StartExisting)
        || !(view instanceof DataDisk.View.Holds holds)) {
      return new Result.Waiting(
          "directory " + member.directory() + " cannot be used: " + usable.because());
    }
    return fenced(recoveryId, token, member, holds);
  }

  private Result fenced(
      String recoveryId, FencingToken token, JournalMember member, DataDisk.View.Holds holds) {
    JournalFence fence =
        new JournalFence(
            member.identity().generation(),
            recoveryId,
            member.directory(),
            holds.lastTerm(),
            holds.lastIndex());
    context.journalStore().change(edit -> edit.seen(token).fenced(fence));
    context.disk().archive(member.directory());
    return new Result.Done(
        member.directory()
            + " is archived for "
            + recoveryId
            + "; its log ends at term "
            + holds.lastTerm()
            + " index "
            + holds.lastIndex());
  }

  /** An empty directory that no etcd uses any more has nothing to salvage. */
  private static Optional<DataVerdict> withoutData(DataDisk.View view, StartResult usable) {
    boolean empty = view instanceof DataDisk.View.Missing || view instanceof DataDisk.View.Empty;
    if (!empty) {
      return Optional.empty();
    }
    return switch (usable) {
      case StartResult.LeaveToSteps unused ->
          Optional.of(new DataVerdict(DataState.LOST, unused.because()));
      case StartResult.Unusable unusable ->
          Optional.of(unusable.verdict()).filter(word -> word.state() == DataState.LOST);
      case StartResult.StartExisting existing -> Optional.empty();
      case StartResult.WaitForRecord waits -> Optional.empty();
      case StartResult.Halt halt -> Optional.empty();
    };
  }

  private Result fenced(JournalFence fence, Optional<Lineage> lineage) {
    context.control().stop();
    if (context.disk().directories().contains(fence.directory())) {
      if (!context.control().stopped() || context.disk().inUse(fence.directory())) {
        return new Result.Waiting("an etcd is at work on fenced directory " + fence.directory());
      }
      context.disk().archive(fence.directory());
      return new Result.Done(fence.directory() + " is archived for " + fence.recoveryId());
    }
    boolean over =
        lineage
            .filter(read -> read.state() == Lineage.State.COMMITTED)
            .filter(read -> fence.generation().before(read.generation()))
            .isPresent();
    return over ? new Result.Nothing() : new Result.Rests();
  }
}
