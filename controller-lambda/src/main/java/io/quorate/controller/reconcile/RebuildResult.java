package io.quorate.controller.reconcile;

import io.quorate.state.Lineage;
import java.util.List;

/** How a person's request to rebuild a cluster's records ended. */
public sealed interface RebuildResult {
  /**
   * The records are there again, and the controller is halted until it is told to go on.
   *
   * @param lineage as it is now
   * @param written the records that were missing
   */
  record Done(Lineage lineage, List<String> written) implements RebuildResult {
    public Done {
      written = List.copyOf(written);
    }
  }

  /**
   * It may not be rebuilt as things are; nothing was written but the lease.
   *
   * @param why one sentence for each
   */
  record Refused(List<String> why) implements RebuildResult {
    public Refused {
      why = List.copyOf(why);
    }
  }

  /** A turn of the controller holds the lease, or somebody else wrote: run it again. */
  record Busy() implements RebuildResult {}
}
