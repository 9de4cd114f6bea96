package io.quorate.cli.connect;

import io.quorate.controller.observe.CloudReader;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Opens the cloud that the options name. */
@FunctionalInterface
public interface Clouds {
  /** Opens it; nothing is asked of it yet. */
  Open open(GlobalOptions options);

  /** An open cloud. */
  interface Open extends AutoCloseable {
    /** The two tables. */
    RecordStore store();

    /**
     * Whose credentials these are, as records name who asked for something: the ARN of the IAM
     * principal. Asked of STS, and only for what is written.
     *
     * @return the ARN; where STS does not answer, the user of this machine, and why it is not known
     */
    String principal();

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

    /** The mirror of lineages in the bucket. */
    LineageMirror lineages();

    /**
     * Downloads an object of any bucket.
     *
     * @param target where to; overwritten
     * @param progress told the bytes so far
     * @throws SnapshotStoreException when the bucket did not do what was asked
     * @throws IOException when {@code target} could not be written
     */
    void download(String bucket, String key, Path target, LongConsumer progress) throws IOException;

    @Override
    void close();
  }
}
