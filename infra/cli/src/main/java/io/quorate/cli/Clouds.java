package io.quorate.cli;

import io.quorate.controller.observe.CloudReader;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.store.RecordStore;
import java.util.Optional;

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

    /**
     * Asks the controller to look at a cluster now.
     *
     * @return why it could not be asked: its schedule will do
     */
    Optional<String> hint(ClusterName cluster);

    /** A cluster's snapshots in the bucket; the caller closes them. */
    SnapshotStore snapshots(ClusterName cluster, ClusterUid uid);

    @Override
    void close();
  }
}
