package io.quorate.deployment;

import io.quorate.localcloud.LocalStackAvailable;
import io.quorate.localcloud.LocalStackCloud;
import io.quorate.store.LineageArchive;
import io.quorate.store.LineageArchiveContract;
import io.quorate.store.RecordStore;
import io.quorate.store.RecordStoreContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The same on LocalStack, where Docker answers. */
@LocalStackAvailable
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalStackPortsTest {
  private AdaptersOn cloud;

  @BeforeAll
  void start() {
    cloud = AdaptersOn.cloud(LocalStackCloud.start());
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
