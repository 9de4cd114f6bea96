package io.quorate.localcloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** What Quorate rests on holds on the local cloud, in memory and in a folder. */
class LocalCloudContractsTest {
  @TempDir private static Path homes;

  private static ClosableCloud inMemory() throws IOException {
    return ClosableCloud.of(LocalCloud.start(LocalCloudConfig.inMemory()));
  }

  private static ClosableCloud inFolder() throws IOException {
    return ClosableCloud.of(
        LocalCloud.start(
            LocalCloudConfig.inMemory().withHome(Files.createTempDirectory(homes, "home"))));
  }

  @Nested
  class DynamoDbInMemory extends DynamoDbContract {
    @Override
    ClosableCloud startCloud() throws IOException {
      return inMemory();
    }
  }

  @Nested
  class DynamoDbInAFolder extends DynamoDbContract {
    @Override
    ClosableCloud startCloud() throws IOException {
      return inFolder();
    }
  }

  @Nested
  class S3InMemory extends S3Contract {
    @Override
    ClosableCloud startCloud() throws IOException {
      return inMemory();
    }
  }

  @Nested
  class S3InAFolder extends S3Contract {
    @Override
    ClosableCloud startCloud() throws IOException {
      return inFolder();
    }
  }

  @Nested
  class Sqs extends SqsContract {
    @Override
    ClosableCloud startCloud() throws IOException {
      return inMemory();
    }
  }
}
