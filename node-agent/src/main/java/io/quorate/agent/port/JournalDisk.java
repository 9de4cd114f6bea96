package io.quorate.agent.port;

import java.util.Map;
import java.util.Optional;

/** Keeps the agent's journal on the disk that also holds the data. */
public interface JournalDisk {
  /** The document written last; a damaged one is an exception, never an absent one. */
  Optional<Map<String, Object>> load();

  /** Replaces the document; it is on disk when this returns, or UncheckedIOException. */
  void save(Map<String, Object> document);
}
