package io.quorate.agent.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The files of snapshots that tasks on this node kept. */
public interface KeptFiles {
  /**
   * A file that was kept, and taken.
   *
   * @param revision at which it ends, where a trial of this process proved that
   */
  record Kept(Optional<Long> revision) {}

  /**
   * Moves the file with this SHA-256 to the target; empty where there is none, or the disk has
   * changed it.
   */
  Optional<Kept> take(String sha256, Path target) throws IOException;
}
