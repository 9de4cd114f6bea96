package io.quorate.simulation.node;

import io.quorate.agent.port.JournalDisk;
import io.quorate.simulation.schedule.Wire;
import java.util.Map;
import java.util.Optional;

/** The agent's journal on the machine's disk: what was saved was synced. */
final class JournalPort implements JournalDisk {
  private final Machine machine;
  private final Wire wire;

  JournalPort(Machine machine, Wire wire) {
    this.machine = machine;
    this.wire = wire;
  }

  @Override
  public Optional<Map<String, Object>> load() {
    return wire.local("loads its journal", () -> machine.disk().journal());
  }

  @Override
  public void save(Map<String, Object> document) {
    wire.local(
        "saves its journal",
        () -> {
          machine.journal(document);
          return true;
        });
  }
}
