package io.quorate.agent.run;

import io.quorate.agent.port.DataDisk;
import io.quorate.state.PutAside;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node tells of its archived directories. A disk that cannot be read holds up no heartbeat:
 * what was known last is told.
 */
final class PutAsideWatch {
  private static final Logger LOG = LoggerFactory.getLogger(PutAsideWatch.class);

  private final DataDisk disk;
  private PutAside known = PutAside.NONE;
  private Optional<String> trouble = Optional.empty();

  PutAsideWatch(DataDisk disk) {
    this.disk = disk;
  }

  /** The archived directories, where there is one. */
  Optional<PutAside> look() {
    try {
      known = disk.putAside();
      trouble = Optional.empty();
    } catch (UncheckedIOException e) {
      told(String.valueOf(e.getMessage()));
    }
    return Optional.of(known).filter(there -> there.directories() > 0);
  }

  private void told(String words) {
    if (!trouble.equals(Optional.of(words))) {
      trouble = Optional.of(words);
      LOG.warn("event=archive-not-read detail=\"{}\"", words);
    }
  }
}
