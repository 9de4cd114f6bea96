package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secrets.TokenKeyStore;
import io.quorate.secrets.TokenKeyStoreContract;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreContract;
import io.quorate.store.LineageMirror;
import io.quorate.store.LineageMirrorContract;
import io.quorate.store.RecordStore;
import io.quorate.store.RecordStoreContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The contracts of the store, of the lineage's mirror, of the snapshots and of the keys of tokens,
 * held by the adapters on one cloud.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PortsOn {
  private AdaptersOn cloud;

  /** The adapters on the cloud, which is started for them. */
  abstract AdaptersOn open() throws IOException;

  @BeforeAll
  void start() throws IOException {
    cloud = open();
  }

  @AfterAll
  void close() throws IOException {
    cloud.close();
  }

  @Nested
  class Store extends RecordStoreContract {
    @Override
    protected RecordStore store() {
      return cloud.store();
    }
  }

  @Nested
  class Archive extends LineageMirrorContract {
    @Override
    protected LineageMirror mirror() {
      return cloud.mirror();
    }
  }

  @Nested
  class Snapshots extends SnapshotStoreContract {
    @Override
    protected SnapshotStore store(ClusterName cluster, ClusterUid uid) {
      return cloud.snapshots(cluster, uid);
    }
  }

  @Nested
  class Tokens extends TokenKeyStoreContract {
    @Override
    protected TokenKeyStore store() {
      return cloud.tokenKeys();
    }

    @Test
    void noLookAtTheSnapshotsFindsAKey() throws SecretUnavailableException {
      store().createOnce(cluster, UID, "ES256", "key");

      try (SnapshotStore snapshots = PortsOn.this.cloud.snapshots(cluster, UID)) {
        assertThat(snapshots.list()).isEmpty();
      }
    }
  }
}
