package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.model.InstanceId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

final class InstanceIdentitySourceTest {
  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "instance-id", "i-0abc",
          "placement/availability-zone", "eu-central-1a",
          "placement/region", "eu-central-1",
          "local-ipv4", "10.0.1.7");
  private static final SdkHttpClient HTTP = UrlConnectionHttpClient.create();

  @Test
  void theMetadataServiceTellsEverything() throws IOException {
    try (FakeMetadata metadata = new FakeMetadata(DOCUMENTS, 0)) {
      assertThat(identities(Map.of(), Optional.empty()).learn(metadata.endpoint()))
          .isEqualTo(
              new InstanceIdentity(
                  new InstanceId("i-0abc"), "eu-central-1a", "10.0.1.7", "eu-central-1"));
      assertThat(metadata.requests()).first().isEqualTo("PUT /latest/api/token");
    }
  }

  @Test
  void settingsComeFirstAndAskNothing() throws IOException {
    try (FakeMetadata metadata = new FakeMetadata(DOCUMENTS, 0)) {
      Map<String, String> overrides =
          Map.of(
              "QUORATE_INSTANCE_ID", "i-mine",
              "QUORATE_ZONE", "zone-9",
              "QUORATE_ADDRESS", "127.0.9.9");
      assertThat(identities(overrides, Optional.of("us-east-1")).learn(metadata.endpoint()))
          .isEqualTo(
              new InstanceIdentity(new InstanceId("i-mine"), "zone-9", "127.0.9.9", "us-east-1"));
      assertThat(metadata.requests()).isEmpty();
    }
  }

  @Test
  void aServiceThatIsNotUpYetIsAskedAgain() throws IOException {
    try (FakeMetadata metadata = new FakeMetadata(DOCUMENTS, 2)) {
      assertThat(identities(Map.of(), Optional.empty()).learn(metadata.endpoint()).zone())
          .isEqualTo("eu-central-1a");
    }
  }

  @Test
  void aMissingDocumentNamesTheSettingThatReplacesIt() throws IOException {
    try (FakeMetadata metadata = new FakeMetadata(Map.of("instance-id", "i-0abc"), 0)) {
      assertThatThrownBy(() -> identities(Map.of(), Optional.empty()).learn(metadata.endpoint()))
          .isInstanceOf(InstanceUnknownException.class)
          .hasMessageContaining(metadata.endpoint())
          .hasMessageContaining("placement/availability-zone")
          .hasMessageContaining("QUORATE_ZONE");
    }
  }

  private static InstanceIdentitySource identities(
      Map<String, String> overrides, Optional<String> region) {
    Map<String, String> environment = new HashMap<>(overrides);
    environment.put("QUORATE_CLUSTER", "orders");
    environment.put("QUORATE_DATA_DIR", "/data");
    return switch (BoundSettings.read(environment)) {
      case AgentConfigResult.Valid valid ->
          new InstanceIdentitySource(valid.config(), region, HTTP);
      case AgentConfigResult.Invalid invalid -> throw new AssertionError(invalid.errors());
    };
  }
}
