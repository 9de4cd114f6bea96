package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Property;
import io.micronaut.test.annotation.MockBean;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The agent as Micronaut puts it together; only what leaves the process is replaced. */
@MicronautTest(startApplication = false)
@Property(name = "quorate.cluster", value = "orders")
@Property(name = "quorate.data-dir", value = "/data")
@Property(name = "quorate.zone", value = "zone-1")
@Property(name = "quorate.address", value = "10.0.1.7")
@Property(name = "quorate.bucket", value = "our-snapshots")
@Property(name = "aws.region", value = "eu-south-2")
class AgentWiringTest {
  private static final RecordingHttp HTTP = new RecordingHttp();

  @Inject ApplicationContext beans;

  @MockBean(SdkHttpClient.class)
  @Singleton
  SdkHttpClient http() {
    return HTTP;
  }

  @MockBean(AwsCredentialsProvider.class)
  @Singleton
  AwsCredentialsProvider credentials() {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
  }

  @Test
  void metadataServiceAndStoreAreAskedThroughOneHttpClientInTheInstancesRegion() {
    RecordStore store = beans.getBean(RecordStore.class);

    assertThat(store.read(List.of(Keys.spec(new ClusterName("orders"))))).isEmpty();

    assertThat(HTTP.asked())
        .extracting(URI::getHost)
        .containsExactly("169.254.169.254", "169.254.169.254", "dynamodb.eu-south-2.amazonaws.com");
    assertThat(beans.getBean(InstanceIdentity.class))
        .isEqualTo(
            new InstanceIdentity(new InstanceId("i-0told"), "zone-1", "10.0.1.7", "eu-south-2"));
  }

  @Test
  void theBucketHasOneClientInTheInstancesRegion() {
    S3Client objects = beans.getBean(S3Client.class);

    assertThat(objects.serviceClientConfiguration().region()).hasToString("eu-south-2");
    assertThat(beans.getBean(S3Client.class)).isSameAs(objects);
  }

  @Test
  void theBucketsOwnRegionComesFirst() {
    Map<String, String> own =
        Map.of(
            "QUORATE_CLUSTER", "orders",
            "QUORATE_DATA_DIR", "/data",
            "QUORATE_BUCKET", "our-snapshots",
            "QUORATE_S3_REGION", "eu-north-1");
    AgentConfig config = ((AgentConfigResult.Valid) BoundSettings.read(own)).config();

    try (S3Client objects =
        new AwsClients()
            .objects(
                config,
                beans.getBean(InstanceIdentity.class),
                beans.getBean(AwsCredentialsProvider.class))) {
      assertThat(objects.serviceClientConfiguration().region()).hasToString("eu-north-1");
    }
  }
}
