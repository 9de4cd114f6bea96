package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.s3.S3Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class AgentConfigReaderTest {
  @Test
  void twoSettingsAreEnough() {
    assertThat(
            BoundSettings.read(
                Map.of("QUORATE_CLUSTER", "orders", "QUORATE_DATA_DIR", "/var/lib/quorate")))
        .isEqualTo(
            new AgentConfigResult.Valid(
                new AgentConfig(
                    new ClusterName("orders"),
                    "quorate-clusters",
                    "quorate-nodes",
                    Path.of("/var/lib/quorate"),
                    Optional.empty(),
                    2378,
                    2380,
                    2379,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    true,
                    Optional.empty())));
  }

  @Test
  void everySettingIsRead() {
    Map<String, String> all =
        Map.ofEntries(
            Map.entry("QUORATE_CLUSTER", "orders"),
            Map.entry("QUORATE_CLUSTERS_TABLE", "c-table"),
            Map.entry("QUORATE_NODES_TABLE", "n-table"),
            Map.entry("QUORATE_DATA_DIR", "/data"),
            Map.entry("QUORATE_ETCD_DIR", "/opt/etcd"),
            Map.entry("QUORATE_HTTP_PORT", "1"),
            Map.entry("QUORATE_PEER_PORT", "65535"),
            Map.entry("QUORATE_CLIENT_PORT", "4"),
            Map.entry("QUORATE_INSTANCE_ID", "i-1"),
            Map.entry("QUORATE_ZONE", "eu-central-1a"),
            Map.entry("QUORATE_ADDRESS", "10.0.1.7"),
            Map.entry("QUORATE_BUCKET", "snap.shots-1"),
            Map.entry("QUORATE_S3_ENDPOINT", "http://minio:9000"),
            Map.entry("QUORATE_S3_REGION", "eu-central-1"),
            Map.entry("QUORATE_S3_PATH_STYLE", "true"),
            Map.entry("QUORATE_S3_KMS_KEY", "alias/quorate"),
            Map.entry("QUORATE_LOG_FORMAT", "json"),
            Map.entry("QUORATE_LOG_LEVEL", "debug"),
            Map.entry("QUORATE_STOP_ETCD_ON_EXIT", "false"));
    assertThat(BoundSettings.read(all))
        .isEqualTo(
            new AgentConfigResult.Valid(
                new AgentConfig(
                    new ClusterName("orders"),
                    "c-table",
                    "n-table",
                    Path.of("/data"),
                    Optional.of(Path.of("/opt/etcd")),
                    1,
                    65_535,
                    4,
                    Optional.of(new InstanceId("i-1")),
                    Optional.of("eu-central-1a"),
                    Optional.of("10.0.1.7"),
                    false,
                    Optional.of(
                        new S3Settings(
                            "snap.shots-1",
                            Optional.of(URI.create("http://minio:9000")),
                            Optional.of("eu-central-1"),
                            true,
                            Optional.of("alias/quorate"))))));
  }

  @Test
  void everyErrorIsReportedAtOnce() {
    Map<String, String> wrong =
        Map.ofEntries(
            Map.entry("QUORATE_CLUSTER", "Orders"),
            Map.entry("QUORATE_CLUSTERS_TABLE", "a b"),
            Map.entry("QUORATE_NODES_TABLE", "n"),
            Map.entry("QUORATE_DATA_DIR", ""),
            Map.entry("QUORATE_ETCD_DIR", "bin"),
            Map.entry("QUORATE_HTTP_PORT", "0"),
            Map.entry("QUORATE_PEER_PORT", "65536"),
            Map.entry("QUORATE_CLIENT_PORT", "+5"),
            Map.entry("QUORATE_INSTANCE_ID", "-"),
            Map.entry("QUORATE_ZONE", "A"),
            Map.entry("QUORATE_ADDRESS", "host"),
            Map.entry("QUORATE_STOP_ETCD_ON_EXIT", "yes"),
            Map.entry("QUORATE_LOG_FORMAT", "JSON"),
            Map.entry("QUORATE_LOG_LEVEL", "loud"));
    assertThat(errors(wrong))
        .isEqualTo(
            """
            QUORATE_CLUSTER: 'Orders'; expected 1 to 40 lower-case letters, digits or '-', not at either end; correct it or remove it
            QUORATE_CLUSTERS_TABLE: 'a b'; expected a DynamoDB table name: 3 to 255 letters, digits, '_', '.' or '-'; correct it or remove it
            QUORATE_NODES_TABLE: 'n'; expected a DynamoDB table name: 3 to 255 letters, digits, '_', '.' or '-'; correct it or remove it
            QUORATE_DATA_DIR: is not set; expected an absolute path on etcd's disk; set it in the agent's environment file
            QUORATE_ETCD_DIR: 'bin'; expected an absolute path; correct it or remove it
            QUORATE_HTTP_PORT: '0'; expected a port from 1 to 65535; correct it or remove it
            QUORATE_PEER_PORT: '65536'; expected a port from 1 to 65535; correct it or remove it
            QUORATE_CLIENT_PORT: '+5'; expected a port from 1 to 65535; correct it or remove it
            QUORATE_INSTANCE_ID: '-'; expected 1 to 63 letters, digits, '.', '_' or '-'; correct it or remove it
            QUORATE_ZONE: 'A'; expected an availability zone's name; correct it or remove it
            QUORATE_ADDRESS: 'host'; expected an IPv4 address; correct it or remove it
            QUORATE_STOP_ETCD_ON_EXIT: 'yes'; expected true or false; correct it or remove it
            QUORATE_LOG_FORMAT: 'JSON'; expected text or json; correct it or remove it
            QUORATE_LOG_LEVEL: 'loud'; expected error, warn, info, debug or trace; correct it or remove it""");
  }

  @Test
  void noValueIsATemplate() {
    Map<String, String> templates =
        Map.of(
            "QUORATE_CLUSTER", "orders",
            "QUORATE_DATA_DIR", "${QUORATE_CLUSTER}",
            "QUORATE_ZONE", "zone-${nothing}-",
            "QUORATE_ADDRESS", "${");
    assertThat(errors(templates))
        .isEqualTo(
            """
            QUORATE_DATA_DIR: '${QUORATE_CLUSTER}'; expected an absolute path; correct it or remove it
            QUORATE_ZONE: 'zone-${nothing}-'; expected an availability zone's name; correct it or remove it
            QUORATE_ADDRESS: '${'; expected an IPv4 address; correct it or remove it""");
  }

  @Test
  void portsMustDiffer() {
    Map<String, String> same =
        Map.of(
            "QUORATE_CLUSTER", "orders",
            "QUORATE_DATA_DIR", "/data",
            "QUORATE_HTTP_PORT", "2380",
            "QUORATE_CLIENT_PORT", "2380");
    assertThat(errors(same))
        .isEqualTo(
            """
            QUORATE_CLIENT_PORT: '2380'; expected a port other than QUORATE_HTTP_PORT's 2380; change one
            QUORATE_PEER_PORT: is not set, so 2380; expected a port other than QUORATE_HTTP_PORT's 2380; change one""");
  }

  private static String errors(Map<String, String> environment) {
    return switch (BoundSettings.read(environment)) {
      case AgentConfigResult.Valid valid -> "valid: " + valid;
      case AgentConfigResult.Invalid invalid ->
          invalid.errors().stream().map(ConfigError::toString).collect(Collectors.joining("\n"));
    };
  }
}
