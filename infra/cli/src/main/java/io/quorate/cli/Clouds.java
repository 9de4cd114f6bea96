package io.quorate.cli;

import io.quorate.store.RecordStore;

/** Opens the cloud that the options name. */
@FunctionalInterface
interface Clouds {
  /** Opens it; nothing is asked of it yet. */
  Open open(GlobalOptions options);

  /** An open cloud. */
  interface Open extends AutoCloseable {
    /** The two tables. */
    RecordStore store();

    @Override
    void close();
  }
}
