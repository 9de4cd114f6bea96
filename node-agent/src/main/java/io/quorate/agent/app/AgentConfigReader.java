package io.quorate.agent.app;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.s3.S3Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the settings and reports everything that is wrong with them at once. */
public final class AgentConfigReader {
  private static final Pattern TABLE = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");
  private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Pattern ZONE = Pattern.compile("[a-z0-9-]{1,40}");
  private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern URL =
      Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]+(/[A-Za-z0-9./_-]*)?");
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9:/_-]{1,2048}");
  private static final String TABLE_FORM =
      "a DynamoDB table name: 3 to 255 letters, digits, '_', '.' or '-'";
  private static final String SET_IT = "set it in the agent's environment file";

  private final EnvironmentReader settings;

  private AgentConfigReader(EnvironmentReader settings) {
    this.settings = settings;
  }

  /** Reads the settings out of an environment. */
  public static AgentConfigResult read(Map<String, String> environment) {
    return new AgentConfigReader(new EnvironmentReader(environment)).read();
  }

  private AgentConfigResult read() {
    Optional<ClusterName> cluster =
        required(
            "QUORATE_CLUSTER",
            settings.value(
                "QUORATE_CLUSTER",
                ClusterName::isValid,
                ClusterName::new,
                "1 to 40 lower-case letters, digits or '-', not at either end"),
            "the cluster's name as in its spec");
    Optional<String> clusters = settings.text("QUORATE_CLUSTERS_TABLE", TABLE, TABLE_FORM);
    Optional<String> nodes = settings.text("QUORATE_NODES_TABLE", TABLE, TABLE_FORM);
    Optional<Path> data =
        required("QUORATE_DATA_DIR", folder("QUORATE_DATA_DIR"), "an absolute path on etcd's disk");
    Optional<Path> etcd = folder("QUORATE_ETCD_DIR");
    Optional<Integer> http = settings.port("QUORATE_HTTP_PORT");
    Optional<Integer> peer = settings.port("QUORATE_PEER_PORT");
    Optional<Integer> client = settings.port("QUORATE_CLIENT_PORT");
    distinct(http.orElse(2378), client.orElse(2379), peer.orElse(2380));
    Optional<InstanceId> instance =
        settings
            .text("QUORATE_INSTANCE_ID", INSTANCE, "1 to 63 letters, digits, '.', '_' or '-'")
            .map(InstanceId::new);
    Optional<String> zone = settings.text("QUORATE_ZONE", ZONE, "an availability zone's name");
    Optional<String> address = settings.text("QUORATE_ADDRESS", ADDRESS, "an IPv4 address");
    Optional<Boolean> stop = settings.flag("QUORATE_STOP_ETCD_ON_EXIT");
    Optional<S3Settings> snapshots = snapshots();
    if (!settings.errors().isEmpty()) {
      return new AgentConfigResult.Invalid(settings.errors());
    }
    return new AgentConfigResult.Valid(
        new AgentConfig(
            cluster.orElseThrow(),
            clusters.orElse("quorate-clusters"),
            nodes.orElse("quorate-nodes"),
            data.orElseThrow(),
            etcd,
            http.orElse(2378),
            peer.orElse(2380),
            client.orElse(2379),
            instance,
            zone,
            address,
            stop.orElse(true),
            snapshots));
  }

  private Optional<S3Settings> snapshots() {
    Optional<String> bucket =
        settings.text(
            "QUORATE_BUCKET",
            BUCKET,
            "a bucket's name: 3 to 63 lower-case letters, digits, '.', '-'");
    Optional<URI> endpoint =
        settings
            .text("QUORATE_S3_ENDPOINT", URL, "a URL such as https://s3.example.com:9000")
            .map(URI::create);
    Optional<String> region = settings.text("QUORATE_S3_REGION", ZONE, "a region's name");
    Optional<Boolean> pathStyle = settings.flag("QUORATE_S3_PATH_STYLE");
    Optional<String> kmsKey =
        settings.text("QUORATE_S3_KMS_KEY", KEY, "a KMS key's id, ARN or alias");
    return bucket.map(
        name -> new S3Settings(name, endpoint, region, pathStyle.orElse(false), kmsKey));
  }

  private Optional<Path> folder(String variable) {
    return settings.value(
        variable,
        text -> text.startsWith("/") && text.indexOf(0) < 0,
        Path::of,
        "an absolute path");
  }

  private <T> Optional<T> required(String variable, Optional<T> value, String expected) {
    if (settings.set(variable).isEmpty()) {
      settings.refuse(variable, expected, SET_IT);
    }
    return value;
  }

  private void distinct(int http, int client, int peer) {
    Map<Integer, String> taken = new LinkedHashMap<>();
    taken.put(http, "QUORATE_HTTP_PORT");
    distinct(taken, client, "QUORATE_CLIENT_PORT");
    distinct(taken, peer, "QUORATE_PEER_PORT");
  }

  private void distinct(Map<Integer, String> taken, int port, String variable) {
    Optional<String> holder = Optional.ofNullable(taken.putIfAbsent(port, variable));
    holder.ifPresent(other -> settings.clash(variable, port, other));
  }
}
