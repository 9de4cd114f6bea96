package io.quorate.cli;

import io.quorate.controller.observe.CloudReader;
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

    /** Auto Scaling and EC2, to look at. */
    CloudReader instances();

    @Override
    void close();
  }
}
