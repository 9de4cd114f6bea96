package io.quorate.memory;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreContract;
import java.util.Map;

class InMemorySnapshotStoreTest extends SnapshotStoreContract {
  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();

  @Override
  protected SnapshotStore store(ClusterName cluster, ClusterUid uid) {
    return new InMemorySnapshotStore(bucket, cluster, uid);
  }
}
