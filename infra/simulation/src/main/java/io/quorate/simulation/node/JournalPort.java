package io.quorate.simulation.node;

import io.quorate.agent.disk.FileCalls;
import io.quorate.agent.journal.JournalFile;
import io.quorate.agent.local.FileJournalDisk;
import io.quorate.agent.port.JournalDisk;
import io.quorate.simulation.schedule.SimTransport;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The agent's journal: the production code over the machine's files. */
final class JournalPort implements JournalDisk {
  private static final Path FOLDER = Path.of("/var/lib/quorate");
  private static final Path FILE = FOLDER.resolve("journal.json");

  private final Machine machine;
  private final SimTransport wire;
  private final JournalDisk journal;

  JournalPort(Machine machine, SimTransport wire) {
    this.machine = machine;
    this.wire = wire;
    this.journal = over(new AgentFiles(machine, wire.simProcess()));
  }

  private static JournalDisk over(FileCalls files) {
    return new FileJournalDisk(JournalFile.unlocked(files, FOLDER));
  }

  /** What an agent would read. */
  static Optional<Map<String, Object>> read(CachedFiles files) {
    return over(files).load();
  }

  /** The very bytes it would read. */
  static Optional<byte[]> bytes(CachedFiles files) {
    return files.read(FILE);
  }

  @Override
  public Optional<Map<String, Object>> load() {
    return wire.local("loads its journal", journal::load);
  }

  @Override
  public void save(Map<String, Object> document) {
    wire.local(
        "saves its journal",
        () -> {
          machine.saves(() -> journal.save(document));
          return true;
        });
  }
}
