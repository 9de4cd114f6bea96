package io.quorate.agent.execution;

import io.quorate.agent.port.JournalDisk;
import java.util.function.UnaryOperator;

/** The journal in memory and on disk: a change is on disk before anybody sees it. */
public final class JournalStore {
  private final JournalDisk disk;
  private volatile AgentJournal current;

  private JournalStore(JournalDisk disk, AgentJournal current) {
    this.disk = disk;
    this.current = current;
  }

  /** Opens the store with this journal, which is written first. */
  public static JournalStore open(JournalDisk disk, AgentJournal journal) {
    disk.save(AgentJournalCodec.write(journal));
    return new JournalStore(disk, journal);
  }

  /** The journal as it is on disk. */
  public AgentJournal current() {
    return current;
  }

  /** Changes the journal, durably; what changes nothing is not written. */
  public synchronized AgentJournal change(UnaryOperator<JournalUpdate> edit) {
    AgentJournal next = edit.apply(current.edit()).done();
    if (!next.equals(current)) {
      disk.save(AgentJournalCodec.write(next));
      current = next;
    }
    return next;
  }
}
