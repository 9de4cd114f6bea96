package io.quorate.agent.directory;

import io.quorate.model.EtcdClusterId;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.PutAside;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the archived directories, and reads where their logs end. */
public final class ArchiveCount {
  private ArchiveCount() {}

  /** What the archive holds now; of the newest generations it tells the ends. */
  public static PutAside of(DataDirectory directories) throws IOException {
    List<Path> archived = directories.archived();
    long bytes = 0;
    Map<EtcdClusterId, LogEnd> shortest = new LinkedHashMap<>();
    for (Path path : archived.reversed()) {
      bytes += DataDirectory.bytes(path);
      end(directories, path)
          .ifPresent(
              end ->
                  shortest.merge(end.clusterId(), end, (one, two) -> one.before(two) ? one : two));
    }
    return new PutAside(archived.size(), bytes, List.copyOf(shortest.values()));
  }

  /** Where the log of a directory ends; empty when that cannot be read. */
  public static Optional<LogEnd> end(DataDirectory directories, Path directory) throws IOException {
    return directories.inspect(directory) instanceof DirectoryInspection.Present found
        ? Optional.of(new LogEnd(found.clusterId(), found.lastTerm(), found.lastIndex()))
        : Optional.empty();
  }
}
