package io.quorate.store;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.Bootstrap;
import io.quorate.state.MirroredLineage;
import java.util.Optional;

/**
 * The create-once twin of the lineage record, in a store of its own: it tells when the table is
 * older than the cluster.
 */
public interface LineageMirror {
  /**
   * Claims the name for the UID and writes the birth's twin, unless they stand already.
   *
   * @return how the archive stands after it
   * @throws StoreUnavailableException when the archive did not answer
   */
  Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap);

  /**
   * What it holds of a cluster; empty where nobody has claimed the name.
   *
   * @throws StoreUnavailableException when it did not answer
   * @throws io.quorate.codec.UnreadableRecordException when what it holds cannot be read
   */
  Optional<MirroredLineage> read(ClusterName cluster);

  /** How the archive stands after an attempt to record a birth. */
  sealed interface Result {
    /** This very birth is recorded. */
    record Recorded() implements Result {}

    /** The name belongs to another UID. */
    record OtherCluster(String uid) implements Result {}

    /** The generation has another birth. */
    record OtherBootstrap(String nonce) implements Result {}
  }
}
