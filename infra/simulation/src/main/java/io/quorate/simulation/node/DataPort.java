package io.quorate.simulation.node;

import io.quorate.agent.port.DataDisk;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.PutAside;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The data directories on the machine's disk. */
final class DataPort implements DataDisk {
  private final Machine machine;
  private final SimTransport wire;

  DataPort(Machine machine, SimTransport wire) {
    this.machine = machine;
    this.wire = wire;
  }

  @Override
  public String name(Generation generation, String nonce) {
    return generation + "-" + nonce;
  }

  @Override
  public View inspect(String directory) {
    return machine
        .disk()
        .find(directory)
        .map(SimDisk.Stored::directory)
        .map(found -> view(directory, found))
        .orElse(new View.Missing());
  }

  private static View view(String name, ModelDirectory directory) {
    if (directory.isCorrupt()) {
      return new View.Damaged("crc mismatch");
    }
    return directory
        .summary()
        .<View>map(
            it ->
                new View.Holds(
                    it.clusterId(),
                    it.memberId(),
                    name.substring(name.indexOf('-') + 1),
                    it.lastTerm(),
                    it.lastIndex()))
        .orElse(new View.Empty());
  }

  @Override
  public String identity(String directory) {
    return machine.disk().find(directory).map(stored -> "inode " + stored.number()).orElse("");
  }

  @Override
  public List<String> directories() {
    return machine.disk().names();
  }

  @Override
  public void create(Generation generation, String nonce) {
    wire.local(
        "creates directory " + nonce,
        () -> {
          room("create " + nonce);
          machine.disk().create(name(generation, nonce), machine.nextInode());
          return true;
        });
  }

  private void room(String what) {
    try {
      machine.fileTroubles().room();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot " + what + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void archive(String directory) {
    wire.local(
        "archives " + directory,
        () -> {
          machine.archive(directory);
          return true;
        });
  }

  @Override
  public PutAside putAside() {
    Map<EtcdClusterId, LogEnd> shortest = new TreeMap<>();
    machine.disk().archived().values().stream()
        .flatMap(directory -> PruneTask.end(directory).stream())
        .forEach(
            end -> shortest.merge(end.clusterId(), end, (one, two) -> one.before(two) ? one : two));
    return new PutAside(machine.disk().archived().size(), 0, List.copyOf(shortest.values()));
  }

  @Override
  public boolean inUse(String directory) {
    return machine
        .disk()
        .find(directory)
        .filter(stored -> machine.etcdHolds(stored.directory()))
        .isPresent();
  }
}
