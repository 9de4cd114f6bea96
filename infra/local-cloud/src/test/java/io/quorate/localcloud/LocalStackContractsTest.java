package io.quorate.localcloud;

import org.junit.jupiter.api.Nested;

/** The same holds on LocalStack, where Docker runs. */
@LocalStackAvailable
class LocalStackContractsTest {
  @Nested
  class DynamoDb extends DynamoDbContract {
    @Override
    ClosableCloud startCloud() {
      return ClosableCloud.of(LocalStackCloud.start());
    }
  }

  @Nested
  class S3 extends S3Contract {
    @Override
    ClosableCloud startCloud() {
      return ClosableCloud.of(LocalStackCloud.start());
    }
  }

  @Nested
  class Sqs extends SqsContract {
    @Override
    ClosableCloud startCloud() {
      return ClosableCloud.of(LocalStackCloud.start());
    }
  }
}
