package io.quorate.deployment;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.store.LineageArchive;
import io.quorate.store.LineageArchiveContract;
import io.quorate.store.RecordStore;
import io.quorate.store.RecordStoreContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The store and the lineage's twin on the local cloud's servers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalCloudPortsTest {
  private AdaptersOn cloud;

  @BeforeAll
  void start() throws IOException {
    cloud = AdaptersOn.cloud(LocalCloud.start(LocalCloudConfig.inMemory()));
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
  class Archive extends LineageArchiveContract {
    @Override
    protected LineageArchive archive() {
      return cloud.archive();
    }
  }
}
