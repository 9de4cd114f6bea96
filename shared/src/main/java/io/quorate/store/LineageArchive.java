package io.quorate.store;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.Birth;

/**
 * The create-once twin of the lineage record, in a store of its own: it tells when the table is
 * older than the cluster.
 */
public interface LineageArchive {
  /**
   * Claims the name for the UID and writes the birth's twin, unless they stand already.
   *
   * @return how the archive stands after it
   * @throws StoreUnavailableException when the archive did not answer
   */
  Twin record(ClusterName cluster, ClusterUid uid, Birth birth);

  /** How the archive stands after an attempt to record a birth. */
  sealed interface Twin {
    /** This very birth is recorded. */
    record Recorded() implements Twin {}

    /** The name belongs to another UID. */
    record OtherCluster(String uid) implements Twin {}

    /** The generation has another birth. */
    record OtherBirth(String nonce) implements Twin {}
  }
}
