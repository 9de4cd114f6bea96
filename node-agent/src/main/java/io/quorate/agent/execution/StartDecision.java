package io.quorate.agent.execution;

import io.quorate.agent.port.DataDisk.View;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Watermark;
import java.util.Optional;

/**
 * Whether etcd may start (I10, I11):
 *
 * <ol>
 *   <li>a journalled verdict is final;
 *   <li>without a member in the journal nothing starts; a directory that nobody knows is foreign;
 *   <li>the control record, where it could be read, may forbid: another UID, a later generation, or
 *       an own heartbeat that counts more boots of this disk than the journal does, or that shows
 *       the node as another member on another disk. Where it only halts, what the directory itself
 *       proves is told all the same: a row must not call data whole that is gone;
 *   <li>nor may that heartbeat carry a watermark past the end of the log;
 *   <li>journal and directory must agree on cluster id, member id and nonce, the log must reach the
 *       watermark and hold the entries of its bootstrap.
 * </ol>
 */
public final class StartDecision {
  private StartDecision() {}

  /**
   * Decides.
   *
   * @param journal the journal of this boot
   * @param view the member's directory; where there is no member, any directory found
   * @param lineage as read, unless the record could not be read or has none
   * @param ownRow the own heartbeat of an earlier boot, unless it could not be read or is none
   */
  public static StartResult decide(
      AgentJournal journal, View view, Optional<Lineage> lineage, Optional<Heartbeat> ownRow) {
    if (journal.verdict().isPresent()) {
      return new StartResult.Unusable(journal.verdict().get());
    }
    if (journal.member().isEmpty()) {
      return withoutMember(journal, view);
    }
    JournalMember member = journal.member().get();
    Optional<StartResult> forbidden = RecordCheck.forbids(journal, member, lineage, ownRow);
    if (forbidden.isPresent() && forbidden.get() instanceof StartResult.Halt halt) {
      return onDirectory(journal, member, view) instanceof StartResult.Unusable unusable
          ? unusable
          : halt;
    }
    return forbidden
        .or(() -> reportedMore(member, view, ownRow))
        .orElseGet(() -> onDirectory(journal, member, view));
  }

  /**
   * Journal and directory were rolled back together, within one boot, or while another disk was in
   * their place: only the own row knows. Its watermark was durable here, whatever else the row
   * shows: the committed index alone may run ahead of this disk, and is no evidence.
   */
  private static Optional<StartResult> reportedMore(
      JournalMember member, View view, Optional<Heartbeat> ownRow) {
    Optional<Watermark> held = logEnd(member, view);
    if (held.isEmpty()) {
      return Optional.empty();
    }
    Watermark end = held.get();
    return ownRow
        .filter(row -> row.identity().equals(Optional.of(member.identity())))
        .map(Heartbeat::watermark)
        .filter(watermark -> !watermark.heldBy(end.term(), end.index()))
        .map(watermark -> rolledBack(end, watermark, "this node reported"));
  }

  /** A directory that its journal says was never used counts as a log without entries. */
  private static Optional<Watermark> logEnd(JournalMember member, View view) {
    return switch (view) {
      case View.Holds holds -> Optional.of(new Watermark(holds.lastTerm(), holds.lastIndex()));
      case View.Empty empty -> member.started() ? Optional.empty() : Optional.of(Watermark.NONE);
      case View.Missing missing -> Optional.empty();
      case View.Damaged damaged -> Optional.empty();
    };
  }

  private static StartResult withoutMember(AgentJournal journal, View view) {
    return switch (view) {
      case View.Missing missing -> new StartResult.WaitForRecord("no member is on this disk");
      case View.Empty empty -> new StartResult.WaitForRecord("no member is on this disk");
      case View.Holds holds ->
          journal.progress().isPresent()
              ? new StartResult.LeaveToSteps("an instruction is under way")
              : foreign("holds member " + holds.memberId() + " of cluster " + holds.clusterId());
      case View.Damaged damaged ->
          journal.progress().isPresent()
              ? new StartResult.LeaveToSteps("an instruction is under way")
              : foreign(damaged.detail());
    };
  }

  private static StartResult onDirectory(AgentJournal journal, JournalMember member, View view) {
    return switch (view) {
      case View.Missing missing -> lost("directory " + member.directory() + " is missing");
      case View.Empty empty ->
          !member.started() && journal.progress().isPresent()
              ? new StartResult.LeaveToSteps("etcd was never executed on " + member.directory())
              : lost("directory " + member.directory() + " is empty");
      case View.Damaged damaged -> unusable(DataState.DAMAGED, damaged.detail());
      case View.Holds holds -> onData(member, holds);
    };
  }

  private static StartResult onData(JournalMember member, View.Holds holds) {
    var identity = member.identity();
    if (!holds.clusterId().equals(identity.clusterId())
        || !holds.memberId().equals(identity.memberId())
        || !holds.nonce().equals(identity.directoryNonce())) {
      return foreign(
          "directory holds member "
              + holds.memberId()
              + " of cluster "
              + holds.clusterId()
              + " with nonce "
              + holds.nonce()
              + ", the journal names "
              + identity);
    }
    if (!member.watermark().heldBy(holds.lastTerm(), holds.lastIndex())) {
      Watermark end = new Watermark(holds.lastTerm(), holds.lastIndex());
      return rolledBack(end, member.watermark(), "its journal says it held");
    }
    if (holds.lastIndex() < member.bootstrapEntries()) {
      return lost(
          "log ends at index "
              + holds.lastIndex()
              + ", its bootstrap wrote "
              + member.bootstrapEntries());
    }
    return new StartResult.StartExisting(
        member, "journal and directory agree on " + identity.memberId());
  }

  private static StartResult rolledBack(Watermark end, Watermark watermark, String who) {
    return unusable(
        DataState.ROLLED_BACK,
        "log ends at term %d index %d, but %s term %d index %d"
            .formatted(end.term(), end.index(), who, watermark.term(), watermark.index()));
  }

  private static StartResult lost(String detail) {
    return unusable(DataState.LOST, detail);
  }

  private static StartResult foreign(String detail) {
    return unusable(DataState.FOREIGN, detail);
  }

  private static StartResult unusable(DataState state, String detail) {
    return new StartResult.Unusable(new DataVerdict(state, detail));
  }
}
