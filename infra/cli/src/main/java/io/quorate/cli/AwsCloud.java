package io.quorate.cli;

import io.quorate.dynamodb.DynamoDbClients;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.store.RecordStore;
import java.time.Duration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * AWS, or whatever speaks its protocols at the endpoint given. Options become the SDK's own
 * settings, so that every client of this process goes by them.
 *
 * @param client to be closed with it
 * @param store on the two tables
 */
record AwsCloud(DynamoDbClient client, RecordStore store) implements Clouds.Open {
  private static final Duration ATTEMPT = Duration.ofSeconds(5);
  private static final Duration CALL = Duration.ofSeconds(15);

  static Clouds.Open open(GlobalOptions options) {
    options.region().ifPresent(region -> System.setProperty("aws.region", region));
    options
        .endpoint()
        .map(Object::toString)
        .ifPresent(
            url -> {
              System.setProperty("aws.endpointUrl", url);
              System.setProperty("aws.endpointUrlDynamoDb", url);
            });
    try {
      DynamoDbClient client = DynamoDbClients.bounded(ATTEMPT, CALL);
      TableNames tables = new TableNames(options.clustersTable(), options.nodesTable());
      return new AwsCloud(client, new DynamoDbRecordStore(client, tables));
    } catch (SdkClientException unusable) {
      throw new CommandFailure(
          ExitCode.USAGE,
          unusable.getMessage()
              + "\nexpected a region: give --region, or set AWS_REGION or the profile's region",
          unusable);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
