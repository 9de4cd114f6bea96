package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.JournalUpdate;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.command.Outcome;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the journal for one more boot, and learns from the own row what a new disk cannot know. */
final class RowReconciliation {
  private static final Logger LOG = LoggerFactory.getLogger(RowReconciliation.class);

  private RowReconciliation() {}

  /** The journal of this boot, written once. */
  static JournalStore open(AgentPorts ports, NodeDescription self) {
    AgentJournal journal =
        ports
            .journal()
            .load()
            .map(RowReconciliation::read)
            .orElseGet(() -> AgentJournal.fresh(self.instance(), ports.nonces().get()));
    return JournalStore.open(ports.journal(), own(journal, ports, self).edit().booted().done());
  }

  /** Logs once what it leaves out, because the journal of this boot is then written without it. */
  private static AgentJournal read(Map<String, Object> document) {
    AgentJournalCodec.specTrouble(document, "journal")
        .ifPresent(why -> LOG.warn("event=spec-not-understood in=journal detail=\"{}\"", why));
    return AgentJournalCodec.read(document, "journal");
  }

  /**
   * A disk of another instance is a new one to this: whatever it holds is foreign, and its member
   * never votes again, not even where the disk came from (I11).
   */
  private static AgentJournal own(AgentJournal found, AgentPorts ports, NodeDescription self) {
    return found.instance().equals(self.instance())
        ? found
        : AgentJournal.fresh(self.instance(), ports.nonces().get());
  }

  /**
   * What the own row tells at the start, before anything is carried out: an instruction that it has
   * answered is not done again by a disk that was replaced or set back to before (I3), and what
   * {@link #learnFromRow} says.
   */
  static void learnAtStart(
      JournalStore journalStore, Optional<Lineage> lineage, Optional<Heartbeat> row) {
    AgentJournal journal = journalStore.current();
    Optional<Outcome> answered = row.filter(r -> olderThan(journal, r)).flatMap(Heartbeat::outcome);
    Optional<Heartbeat> naming =
        journal.progress().isPresent() && answered.isEmpty()
            ? Optional.empty()
            : lostMember(journal, lineage, row);
    if (answered.isPresent() || naming.isPresent()) {
      journalStore.change(
          edit -> {
            answered.ifPresent(edit::ended);
            naming.ifPresent(r -> lose(edit, journal, r));
            return edit;
          });
    }
  }

  /**
   * A disk without a member, on an instance whose row names one: the disk was replaced, or set back
   * to what it was before, and that member is lost (I11). A join that was undone leaves the same
   * disk without its member too, and an outcome.
   */
  static void learnFromRow(
      JournalStore journalStore, Optional<Lineage> lineage, Optional<Heartbeat> row) {
    AgentJournal journal = journalStore.current();
    if (journal.progress().isEmpty()) {
      lostMember(journal, lineage, row)
          .ifPresent(naming -> journalStore.change(edit -> lose(edit, journal, naming)));
    }
  }

  /**
   * Once the start is decided: what the row tells stays told, though this disk knows less, for the
   * row is written anew. Told less, another earlier disk would pass for the last one (I11). The
   * token is taken over with what was answered under it. Where this disk was set back to before its
   * last member, no watermark is left to tell which of its states is the last: all are refused.
   */
  static void keepReported(JournalStore journalStore, Heartbeat row) {
    journalStore.change(
        edit -> {
          AgentJournal journal = journalStore.current();
          if (onNewDisk(journal, row)) {
            edit.revisionSeen(row.report().revisionSeen());
          } else {
            edit.bootsAtLeast(incarnations(journal, row));
          }
          if (journal.outcome().equals(row.outcome())) {
            edit.seen(row.seenToken());
          }
          further(journal, row).ifPresent(edit::memberKnown);
          return edit;
        });
  }

  private static Optional<JournalMember> further(AgentJournal journal, Heartbeat row) {
    return journal
        .member()
        .filter(member -> ofMember(journal, row))
        .filter(member -> exceeds(row.watermark(), member.watermark()))
        .map(member -> member.learned(row.watermark(), member.contacts()));
  }

  private static long incarnations(AgentJournal journal, Heartbeat row) {
    boolean setBack = journal.seenLessThan(row) || row.boot().count() >= journal.incarnationCount();
    return row.boot().count() + (setBack && !ofMember(journal, row) ? 1 : 0);
  }

  private static boolean ofMember(AgentJournal journal, Heartbeat row) {
    return journal.member().map(JournalMember::identity).equals(row.identity());
  }

  private static boolean exceeds(Watermark reported, Watermark known) {
    return !reported.heldBy(known.term(), known.index());
  }

  /** Whether the row knows how an instruction ended of which the journal knows less. */
  private static boolean olderThan(AgentJournal journal, Heartbeat row) {
    Optional<String> currentStep = journal.progress().map(p -> p.command().header().id());
    Optional<String> answered = row.outcome().map(Outcome::commandId);
    return journal.seenLessThan(row) || (currentStep.isPresent() && currentStep.equals(answered));
  }

  private static Optional<Heartbeat> lostMember(
      AgentJournal journal, Optional<Lineage> lineage, Optional<Heartbeat> row) {
    return row.filter(r -> journal.member().isEmpty())
        .filter(r -> onNewDisk(journal, r) || journal.outcome().isEmpty())
        .filter(
            r ->
                r.identity()
                    .filter(id -> lineage.filter(l -> l.uid().equals(id.uid())).isPresent())
                    .isPresent());
  }

  private static boolean onNewDisk(AgentJournal journal, Heartbeat row) {
    return !row.boot().diskId().equals(journal.diskId());
  }

  private static JournalUpdate lose(JournalUpdate edit, AgentJournal journal, Heartbeat naming) {
    MemberIdentity identity = naming.identity().orElseThrow();
    return edit.uid(identity.uid())
        .seen(identity.generation())
        .memberCreated(JournalMember.lost(identity, naming.watermark()))
        .verdict(lost(onNewDisk(journal, naming), identity));
  }

  private static DataVerdict lost(boolean newDisk, MemberIdentity identity) {
    return newDisk
        ? new DataVerdict(
            DataState.LOST,
            "the disk was replaced: this node reported member "
                + identity.memberId()
                + " from another one")
        : new DataVerdict(
            DataState.ROLLED_BACK,
            "this disk reported member " + identity.memberId() + " before, its journal knows none");
  }
}
