package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.Launches;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.execution.Self;
import io.quorate.agent.execution.Start;
import io.quorate.agent.execution.StartDecision;
import io.quorate.agent.heartbeat.ControlReads;
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
final class StartUp {
  private static final Logger LOG = LoggerFactory.getLogger(StartUp.class);

  private final Self self;
  private final JournalBook book;
  private final DataDisk disk;
  private final Supervisor supervisor;
  private final ClusterSpec defaults;
  private boolean halted;

  StartUp(Self self, JournalBook book, DataDisk disk, Supervisor supervisor, ClusterSpec defaults) {
    this.self = self;
    this.book = book;
    this.disk = disk;
    this.supervisor = supervisor;
    this.defaults = defaults;
  }

  /** Takes over a running etcd, if there is one; its directory may be gone under it. */
  boolean adopt() {
    return book.current()
        .member()
        .filter(member -> !member.directory().isEmpty())
        .map(member -> supervisor.adopt(Launches.existing(self, member, settings())))
        .orElse(false);
  }

  /** Starts what may start. */
  void start(boolean adopted, Optional<ControlReads.AtStart> read) {
    Optional<Lineage> lineage = read.flatMap(ControlReads.AtStart::lineage);
    Optional<Heartbeat> row = read.flatMap(ControlReads.AtStart::ownRow);
    Optional<ClusterSpec> spec = read.flatMap(this::spec);
    BootRecord.learnAtStart(book, lineage, row);
    if (adopted) {
      forbid(lineage, row);
    } else {
      decide(lineage, row, spec);
    }
    keepReported(row);
  }

  /** Does what {@link #start} would have done, had the record and the row been there by then. */
  void readLate(ControlReads.AtStart read) {
    BootRecord.learnFromRow(book, read.lineage(), read.ownRow());
    forbid(read.lineage(), read.ownRow());
    keepReported(read.ownRow());
  }

  private void keepReported(Optional<Heartbeat> row) {
    row.ifPresent(reported -> BootRecord.keepReported(book, reported));
  }

  /**
   * The spec that is to be obeyed, unless the record is an older one; what nobody can read is not.
   */
  private Optional<ClusterSpec> spec(ControlReads.AtStart read) {
    if (RecordCheck.stale(book.current(), read.lineage()).isPresent()) {
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
    Start start =
        StartDecision.decide(book.current(), view(book.current()), lineage, row)
            .unless(supervisor.refused(spec));
    LOG.info("event=start-decision decision={} because=\"{}\"", name(start), start.because());
    switch (start) {
      case Start.StartExisting existing ->
          supervisor.run(Launches.existing(self, existing.member(), settings()));
      case Start.Unusable unusable -> {
        if (book.current().member().isPresent()) {
          supervisor.conclude(unusable.verdict());
        }
      }
      case Start.WaitForRecord wait -> {}
      case Start.LeaveToSteps leave -> {}
      case Start.Halt halt -> halted = true;
    }
  }

  private static String name(Start start) {
    return start.getClass().getSimpleName();
  }

  /**
   * What the record forbids to an etcd that runs already: it is told so and stopped. What was
   * halted by a record that is right again is started.
   */
  void forbid(Optional<Lineage> lineage, Optional<Heartbeat> row) {
    Optional<JournalMember> member = book.current().usableMember();
    if (member.isEmpty()) {
      return;
    }
    Optional<Start> forbidden = RecordCheck.forbids(book.current(), member.get(), lineage, row);
    if (forbidden.isEmpty() && halted && supervisor.refused(book.current().spec()).isEmpty()) {
      halted = false;
      decide(lineage, row, book.current().spec());
    }
    if (forbidden.isPresent() && forbidden.get() instanceof Start.Unusable unusable) {
      supervisor.conclude(unusable.verdict());
      supervisor.stop();
    }
  }

  /** Whether a directory is there that the journal does not know. */
  boolean foreignData() {
    AgentJournal journal = book.current();
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
    return book.current().spec().orElse(defaults);
  }
}
