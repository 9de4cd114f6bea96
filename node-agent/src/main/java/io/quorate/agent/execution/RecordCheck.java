package io.quorate.agent.execution;

import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import java.util.Optional;

/** What the control record may forbid; a record older than the journal is never obeyed. */
public final class RecordCheck {
  private RecordCheck() {}

  /** Why this member may not run, where the record says so. */
  public static Optional<StartResult> forbids(
      AgentJournal journal,
      JournalMember member,
      Optional<Lineage> lineage,
      Optional<Heartbeat> ownRow) {
    if (lineage.filter(l -> !l.uid().equals(member.identity().uid())).isPresent()) {
      return Optional.of(
          new StartResult.Halt(
              "the record is of UID "
                  + lineage.get().uid()
                  + ", this data of "
                  + member.identity().uid()
                  + ": a person must say which is right"));
    }
    if (lineage.filter(l -> l.state() == Lineage.State.DELETED).isPresent()) {
      return Optional.of(
          new StartResult.Halt("the cluster was deleted: nothing of it starts again"));
    }
    if (lineage
        .filter(l -> l.state() == Lineage.State.COMMITTED)
        .filter(l -> member.identity().generation().before(l.generation()))
        .isPresent()) {
      return verdict(
          DataState.SUPERSEDED,
          "the record is at generation "
              + lineage.get().generation()
              + ", this data at "
              + member.identity().generation());
    }
    return diskRolledBack(journal, ownRow).or(() -> placeTaken(journal, member, ownRow));
  }

  /**
   * An earlier disk of this node is back; since then the node was another member on another one.
   */
  private static Optional<StartResult> placeTaken(
      AgentJournal journal, JournalMember member, Optional<Heartbeat> ownRow) {
    return ownRow
        .filter(row -> !row.boot().diskId().equals(journal.diskId()))
        .flatMap(Heartbeat::identity)
        .filter(identity -> !identity.memberId().equals(member.identity().memberId()))
        .flatMap(
            identity ->
                verdict(
                    DataState.ROLLED_BACK,
                    "this node has since been member "
                        + identity.memberId()
                        + " on another disk, this one holds member "
                        + member.identity().memberId()));
  }

  private static Optional<StartResult> diskRolledBack(
      AgentJournal journal, Optional<Heartbeat> ownRow) {
    return ownRow
        .filter(row -> row.boot().diskId().equals(journal.diskId()))
        .flatMap(row -> knowsLess(journal, row))
        .flatMap(detail -> verdict(DataState.ROLLED_BACK, detail));
  }

  private static Optional<String> knowsLess(AgentJournal journal, Heartbeat row) {
    if (row.boot().count() >= journal.incarnationCount()) {
      return Optional.of(
          "this disk reported boot %d before, its journal now counts %d"
              .formatted(row.boot().count(), journal.incarnationCount()));
    }
    return journal.seenLessThan(row)
        ? Optional.of(
            "this disk reported fencing token %s before, its journal has seen %s"
                .formatted(row.seenToken(), journal.seenToken()))
        : Optional.empty();
  }

  private static Optional<StartResult> verdict(DataState state, String detail) {
    return Optional.of(new StartResult.Unusable(new DataVerdict(state, detail)));
  }

  /** Why the record must not be obeyed: another UID, or older than what was seen. */
  public static Optional<String> stale(AgentJournal journal, Optional<Lineage> lineage) {
    if (lineage.isEmpty()) {
      return journal.uid().map(uid -> "the record is gone, but this node has seen UID " + uid);
    }
    Lineage read = lineage.get();
    if (journal.uid().filter(uid -> !uid.equals(read.uid())).isPresent()) {
      return Optional.of("the record is of UID " + read.uid() + ", not " + journal.uid().get());
    }
    if (read.generation().before(journal.seenGeneration())) {
      return Optional.of(
          "the record is at generation "
              + read.generation()
              + ", this node has seen "
              + journal.seenGeneration());
    }
    return Optional.empty();
  }
}
