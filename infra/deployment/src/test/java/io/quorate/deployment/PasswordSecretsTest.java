package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.aws.SignedCalls;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.secretsmanager.SecretsManagerCalls;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/** The agents' reading of passwords, against the local cloud's Secrets Manager and with rights. */
final class PasswordSecretsTest {
  @TempDir Path home;

  private final SdkHttpClient http = UrlConnectionHttpClient.create();

  private static StaticCredentialsProvider as(String principal) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create(principal, "any"));
  }

  private SecretsManagerCalls of(LocalCloud cloud, String principal) {
    return new SecretsManagerCalls(http, as(principal), Optional.of(cloud.endpoint().toString()));
  }

  private String made(LocalCloud cloud, String operation, Map<String, String> body)
      throws IOException {
    SignedCalls.Answer answer =
        new SignedCalls(
                http, as("admin"), "secretsmanager", cloud.region(), SignedCalls.Told.NOBODY)
            .call(
                operation,
                SdkHttpRequest.builder()
                    .uri(cloud.endpoint())
                    .method(SdkHttpMethod.POST)
                    .encodedPath("/")
                    .putHeader("Content-Type", "application/x-amz-json-1.1")
                    .putHeader("X-Amz-Target", "secretsmanager." + operation),
                JSON.std.asBytes(body));
    return String.valueOf(JSON.std.mapFrom(answer.body()).get("ARN"));
  }

  /** Whose password waits tells why: each cause by its name, also one that is only slow. */
  @Test
  void aSecretsManagerThatIsThrottledOrSlowIsNamed() throws Exception {
    try (LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory());
        SdkHttpClient hasty =
            UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMillis(200)).build()) {
      String arn =
          made(cloud, "CreateSecret", Map.of("Name", "orders/report", "SecretString", "one"));
      SecretsManagerCalls agent =
          new SecretsManagerCalls(hasty, as("agent-i-1"), Optional.of(cloud.endpoint().toString()));

      cloud.faults().add(fault(new FaultAction.Throttle()));
      assertThatThrownBy(() -> agent.value(arn))
          .isInstanceOf(SecretUnavailableException.class)
          .hasMessageContainingAll(arn, "Throttling");

      cloud.faults().clear();
      cloud.faults().add(fault(new FaultAction.Delay(Duration.ofMillis(500))));
      assertThatThrownBy(() -> agent.value(arn))
          .isInstanceOf(SecretUnavailableException.class)
          .hasMessageContainingAll(arn, "no answer from 127.0.0.1", "timed out");

      cloud.faults().clear();
      assertThat(agent.value(arn)).isEqualTo("one");
    }
  }

  private static FaultRule fault(FaultAction action) {
    return FaultRule.always("hour", action).onOperation("GetSecretValue");
  }

  private static String nobody() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return "http://127.0.0.1:" + free.getLocalPort();
    }
  }

  @Test
  void agentsReadTheSecretsOfTheirClusterAndNoOther() throws Exception {
    LocalCloudConfig config = LocalCloudConfig.inFolder(home);
    String own;
    try (LocalCloud cloud = LocalCloud.start(config)) {
      QuorateRights.enforceOn(cloud, instance -> Optional.of("orders"));
      own = made(cloud, "CreateSecret", Map.of("Name", "orders/report", "SecretString", "one"));
      String others =
          made(cloud, "CreateSecret", Map.of("Name", "bills/report", "SecretString", "two"));

      SecretsManagerCalls agent = of(cloud, "agent-i-1");
      assertThat(agent.value(own)).isEqualTo("one");
      assertThatThrownBy(() -> agent.value(others))
          .isInstanceOf(SecretUnavailableException.class)
          .hasMessageContainingAll(others, "AccessDeniedException");
      assertThatThrownBy(() -> agent.value(own.replace("report", "other")))
          .hasMessageContaining("ResourceNotFoundException");
      made(cloud, "PutSecretValue", Map.of("SecretId", own, "SecretString", "three"));
    }
    try (LocalCloud again = LocalCloud.start(config)) {
      assertThat(of(again, "agent-i-1").value(own)).isEqualTo("three");
    }
    SecretsManagerCalls away =
        new SecretsManagerCalls(http, as("agent-i-1"), Optional.of(nobody()));
    assertThatThrownBy(() -> away.value(own))
        .isInstanceOf(SecretUnavailableException.class)
        .hasMessageContaining("no answer from");
  }
}
