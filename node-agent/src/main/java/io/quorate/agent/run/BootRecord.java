package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.Self;
import io.quorate.agent.execution.Verdict;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import java.util.Optional;

/** Opens the journal for one more boot, and learns from the own row what a new disk cannot know. */
final class BootRecord {
  private BootRecord() {}

  /** The book of this boot, written once. */
  static JournalBook open(Ports ports, Self self) {
    AgentJournal journal =
        ports
            .journal()
            .load()
            .map(document -> AgentJournalCodec.read(document, "journal"))
            .orElseGet(() -> AgentJournal.fresh(self.instance(), ports.nonces().get()));
    return JournalBook.open(ports.journal(), own(journal, ports, self).edit().booted().done());
  }

  /**
   * A disk of another instance is a new one to this: whatever it holds is foreign, and its member
   * never votes again, not even where the disk came from (I11).
   */
  private static AgentJournal own(AgentJournal found, Ports ports, Self self) {
    return found.instance().equals(self.instance())
        ? found
        : AgentJournal.fresh(self.instance(), ports.nonces().get());
  }

  /**
   * A disk without a member, on an instance whose row names one: the disk was replaced, or set back
   * to what it was before, and that member is lost (I11). A join that was undone leaves the same
   * disk without its member too, and an outcome.
   */
  static void learnFromRow(JournalBook book, Optional<Lineage> lineage, Optional<Heartbeat> row) {
    AgentJournal journal = book.current();
    boolean newDisk =
        row.filter(r -> !r.boot().diskNonce().equals(journal.diskNonce())).isPresent();
    if (journal.member().isPresent()
        || journal.progress().isPresent()
        || (!newDisk && journal.outcome().isPresent())) {
      return;
    }
    row.flatMap(Heartbeat::identity)
        .filter(id -> lineage.filter(l -> l.uid().equals(id.uid())).isPresent())
        .ifPresent(
            identity ->
                book.change(
                    edit ->
                        edit.uid(identity.uid())
                            .seen(identity.generation())
                            .memberBorn(JournalMember.lost(identity))
                            .verdict(lost(newDisk, identity))));
  }

  private static Verdict lost(boolean newDisk, MemberIdentity identity) {
    return newDisk
        ? new Verdict(
            DataState.LOST,
            "the disk was replaced: this node reported member "
                + identity.memberId()
                + " from another one")
        : new Verdict(
            DataState.ROLLED_BACK,
            "this disk reported member " + identity.memberId() + " before, its journal knows none");
  }
}
