package io.quorate.agent.heartbeat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.port.DataDisk;
import io.quorate.spec.StartSettings;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeSpace;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The room that the data has, and the quota that etcd was started with. A spec that was changed
 * since says nothing of a running etcd: its quota is the one of the last spec with the same
 * settings.
 */
public final class SpaceView {
  private final Supplier<Optional<DataDisk.Room>> room;
  private Optional<String> settings = Optional.empty();
  private long quota;

  /** Looks at this disk. */
  public SpaceView(Supplier<Optional<DataDisk.Room>> room) {
    this.room = room;
  }

  Optional<NodeSpace> look(AgentJournal journal, EtcdRuns runs) {
    journal
        .spec()
        .filter(spec -> runs.settings().equals(Optional.of(StartSettings.of(spec))))
        .ifPresent(
            spec -> {
              settings = runs.settings();
              quota = spec.etcd().quota().bytes();
            });
    long known = runs.settings().isPresent() && runs.settings().equals(settings) ? quota : 0;
    return room.get().map(now -> new NodeSpace(now.totalBytes(), now.freeBytes(), known));
  }
}
