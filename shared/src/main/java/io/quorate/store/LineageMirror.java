package io.quorate.store;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.Bootstrap;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import io.quorate.state.MirroredLineage;
import java.util.Optional;

/**
 * The create-once copy of the lineage record, in a store of its own: it tells when the table is
 * older than the cluster.
 */
public interface LineageMirror {
  /**
   * Claims the name for the UID and writes the bootstrap, unless both exist already.
   *
   * @return the state of the mirror afterwards
   * @throws StoreUnavailableException when the mirror did not answer
   */
  Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap);

  /**
   * Claims the name for the UID and says of an ancestor that it was begun, unless its object stands
   * already, whole or as one that was lost before.
   *
   * @return the state of the mirror afterwards; another fork than this one counts as another
   *     bootstrap
   * @throws StoreUnavailableException when the mirror did not answer
   */
  Result recordLost(ClusterName cluster, ClusterUid uid, LostBootstrap ancestor);

  /**
   * What it holds of a cluster; empty where nobody has claimed the name.
   *
   * @throws StoreUnavailableException when it did not answer
   * @throws io.quorate.codec.UnreadableRecordException when what it holds cannot be read
   */
  Optional<MirroredLineage> read(ClusterName cluster);

  /** The state of the mirror after an attempt to record a bootstrap. */
  sealed interface Result {
    /** This bootstrap is recorded. */
    record Recorded() implements Result {}

    /** The name belongs to another UID. */
    record OtherCluster(String uid) implements Result {}

    /**
     * The generation has another bootstrap.
     *
     * @param nonce that bootstrap's; {@code lost} where nobody knows it any more
     */
    record OtherBootstrap(String nonce) implements Result {
      /** What stands there instead. */
      public static OtherBootstrap of(MirroredGeneration there) {
        return switch (there) {
          case Bootstrap bootstrap -> new OtherBootstrap(bootstrap.nonce());
          case LostBootstrap lost -> new OtherBootstrap("lost");
        };
      }
    }
  }
}
