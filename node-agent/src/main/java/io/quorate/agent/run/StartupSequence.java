package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.StartDecision;
import io.quorate.agent.execution.StartResult;
import io.quorate.agent.heartbeat.ControlPlaneReader;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Acts on the start decision, once when the agent starts and again when the record first comes. */
final class StartupSequence {
  private static final Logger LOG = LoggerFactory.getLogger(StartupSequence.class);

  private final NodeDescription self;
  private final JournalStore journalStore;
  private final DataDisk disk;
  private final Supervisor supervisor;
  private final ClusterSpec defaults;
  private boolean halted;

  StartupSequence(
      NodeDescription self,
      JournalStore journalStore,
      DataDisk disk,
      Supervisor supervisor,
      ClusterSpec defaults) {
    this.self = self;
    this.journalStore = journalStore;
    this.disk = disk;
    this.supervisor = supervisor;
    this.defaults = defaults;
  }

  /** Takes over a running etcd, if there is one; its directory may be gone under it. */
  boolean adopt() {
    return journalStore
        .current()
        .member()
        .filter(member -> !member.directory().isEmpty())
        .map(member -> supervisor.adopt(LaunchFactory.existing(self, member, settings())))
        .orElse(false);
  }

  /** Starts what may start. */
  void start(boolean adopted, Optional<ControlPlaneReader.AtStart> read) {
    Optional<Lineage> lineage = read.flatMap(ControlPlaneReader.AtStart::lineage);
    Optional<Heartbeat> row = read.flatMap(ControlPlaneReader.AtStart::ownRow);
    Optional<ClusterSpec> spec = read.flatMap(this::spec);
    RowReconciliation.learnAtStart(journalStore, lineage, row);
    if (adopted) {
      forbid(lineage, row);
    } else {
      decide(lineage, row, spec);
    }
    keepReported(row);
  }

  /** Does what {@link #start} would have done, had the record and the row been there by then. */
  void readLate(ControlPlaneReader.AtStart read) {
    RowReconciliation.learnFromRow(journalStore, read.lineage(), read.ownRow());
    forbid(read.lineage(), read.ownRow());
    keepReported(read.ownRow());
  }

  private void keepReported(Optional<Heartbeat> row) {
    row.ifPresent(reported -> RowReconciliation.keepReported(journalStore, reported));
  }

  /**
   * The spec that is to be obeyed, unless the record is an older one; what nobody can read is not.
   */
  private Optional<ClusterSpec> spec(ControlPlaneReader.AtStart read) {
    if (RecordCheck.stale(journalStore.current(), read.lineage()).isPresent()) {
      return Optional.empty();
    }
    try {
      return read.record().get().spec();
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  private void decide(
      Optional<Lineage> lineage, Optional<Heartbeat> row, Optional<ClusterSpec> spec) {
    StartResult start =
        StartDecision.decide(journalStore.current(), view(journalStore.current()), lineage, row)
            .unless(supervisor.refused(spec));
    LOG.info("event=start-decision decision={} because=\"{}\"", name(start), start.because());
    switch (start) {
      case StartResult.StartExisting existing ->
          supervisor.run(LaunchFactory.existing(self, existing.member(), settings()));
      case StartResult.Unusable unusable -> {
        if (journalStore.current().member().isPresent()) {
          supervisor.conclude(unusable.verdict());
        }
      }
      case StartResult.WaitForRecord wait -> {}
      case StartResult.LeaveToSteps leave -> {}
      case StartResult.Halt halt -> halted = true;
    }
  }

  private static String name(StartResult start) {
    return start.getClass().getSimpleName();
  }

  /**
   * What the record forbids to an etcd that runs already: it is told so and stopped. What was
   * halted by a record that is right again is started.
   */
  void forbid(Optional<Lineage> lineage, Optional<Heartbeat> row) {
    Optional<JournalMember> member = journalStore.current().usableMember();
    if (member.isEmpty()) {
      return;
    }
    Optional<StartResult> forbidden =
        RecordCheck.forbids(journalStore.current(), member.get(), lineage, row);
    if (forbidden.isEmpty()
        && halted
        && supervisor.refused(journalStore.current().spec()).isEmpty()) {
      halted = false;
      decide(lineage, row, journalStore.current().spec());
    }
    if (forbidden.isPresent() && forbidden.get() instanceof StartResult.Unusable unusable) {
      supervisor.conclude(unusable.verdict());
      supervisor.stop();
    }
  }

  /**
   * While no etcd is to start nobody else sees its directory go; its row must not call it whole.
   */
  void lookWhileHalted(Optional<Lineage> lineage) {
    boolean gone =
        halted
            && journalStore
                .current()
                .usableMember()
                .filter(member -> !disk.directories().contains(member.directory()))
                .isPresent();
    if (gone) {
      decide(lineage, Optional.empty(), journalStore.current().spec());
    }
  }

  /** Whether a directory is there that the journal does not know. */
  boolean foreignData() {
    AgentJournal journal = journalStore.current();
    return journal.member().isEmpty()
        && journal.progress().isEmpty()
        && disk.directories().stream().anyMatch(d -> !journal.prepared().equals(Optional.of(d)));
  }

  private DataDisk.View view(AgentJournal journal) {
    if (journal.verdict().isPresent()) {
      return new DataDisk.View.Missing();
    }
    return journal
        .member()
        .map(JournalMember::directory)
        .or(() -> disk.directories().stream().findFirst())
        .map(disk::inspect)
        .orElse(new DataDisk.View.Missing());
  }

  private ClusterSpec settings() {
    return journalStore.current().spec().orElse(defaults);
  }
}
