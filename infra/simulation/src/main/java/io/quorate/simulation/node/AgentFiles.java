package io.quorate.simulation.node;

import io.quorate.agent.disk.FileCalls;
import io.quorate.simulation.schedule.SimProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The machine's files as one life of its agent uses them: the power may go before any call, and
 * then none has an effect any more.
 */
final class AgentFiles implements FileCalls {
  private final Machine machine;
  private final SimProcess simProcess;

  AgentFiles(Machine machine, SimProcess simProcess) {
    this.machine = machine;
    this.simProcess = simProcess;
  }

  private CachedFiles files() {
    simProcess.reach();
    machine.fileTroubles().fileCall();
    simProcess.reach();
    return machine.disk().files();
  }

  @Override
  public Optional<byte[]> read(Path file) {
    simProcess.reach();
    return machine.disk().files().read(file);
  }

  @Override
  public Writing create(Path file) throws IOException {
    CachedFiles files = files();
    machine.fileTroubles().room();
    return new Open(files.create(file));
  }

  @Override
  public void rename(Path source, Path target) throws IOException {
    files().rename(source, target);
  }

  @Override
  public void delete(Path file) {
    files().delete(file);
  }

  @Override
  public void syncFolder(Path folder) throws IOException {
    CachedFiles files = files();
    machine.fileTroubles().room();
    files.syncFolder(folder);
  }

  private final class Open implements Writing {
    private final Writing writing;

    Open(Writing writing) {
      this.writing = writing;
    }

    @Override
    public void write(byte[] content) throws IOException {
      files();
      machine.fileTroubles().room();
      writing.write(content);
    }

    @Override
    public void sync() throws IOException {
      files();
      writing.sync();
    }

    @Override
    public void close() throws IOException {
      writing.close();
    }
  }
}
