package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Property;
import io.micronaut.test.annotation.MockBean;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;

@MicronautTest(startApplication = false)
@Property(name = "quorate.clusters-table", value = "our-clusters")
@Property(name = "quorate.nodes-table", value = "our-nodes")
@Property(name = "quorate.bucket", value = "our-snapshots")
@Property(name = "aws.region", value = "eu-south-2")
class SharedHttpTest {
  private static final RefusingHttp HTTP = new RefusingHttp();

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
  void everyClientCallsItsServiceInTheRegionThroughTheOneHttpClient() {
    beans.getBean(WarmUp.class).run();

    assertThat(HTTP.hosts())
        .containsExactly(
            "autoscaling.eu-south-2.amazonaws.com",
            "dynamodb.eu-south-2.amazonaws.com",
            "ec2.eu-south-2.amazonaws.com",
            "our-snapshots.s3.eu-south-2.amazonaws.com");
  }
}
