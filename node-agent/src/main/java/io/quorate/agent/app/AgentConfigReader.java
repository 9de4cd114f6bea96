package io.quorate.agent.app;

import io.quorate.logback.LogSetting;
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
final class AgentConfigReader {
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

  private final AgentSettings settings;
  private final SettingChecks checks = new SettingChecks();

  private AgentConfigReader(AgentSettings settings) {
    this.settings = settings;
  }

  /** Reads the settings that were bound. */
  static AgentConfigResult read(AgentSettings settings) {
    return new AgentConfigReader(settings).read();
  }

  private AgentConfigResult read() {
    Optional<ClusterName> cluster = cluster();
    Optional<String> clusters =
        checks.text("QUORATE_CLUSTERS_TABLE", settings.clustersTable(), TABLE, TABLE_FORM);
    Optional<String> nodes =
        checks.text("QUORATE_NODES_TABLE", settings.nodesTable(), TABLE, TABLE_FORM);
    Optional<Path> data = folder("QUORATE_DATA_DIR", settings.dataDir());
    checks.required(
        "QUORATE_DATA_DIR", settings.dataDir(), "an absolute path on etcd's disk", SET_IT);
    Optional<Path> etcd = folder("QUORATE_ETCD_DIR", settings.etcdDir());
    Optional<Integer> http = checks.port("QUORATE_HTTP_PORT", settings.httpPort());
    Optional<Integer> peer = checks.port("QUORATE_PEER_PORT", settings.peerPort());
    Optional<Integer> client = checks.port("QUORATE_CLIENT_PORT", settings.clientPort());
    distinct(http.orElse(2378), client.orElse(2379), peer.orElse(2380));
    Optional<InstanceId> instance =
        checks
            .text(
                "QUORATE_INSTANCE_ID",
                settings.instanceId(),
                INSTANCE,
                "1 to 63 letters, digits, '.', '_' or '-'")
            .map(InstanceId::new);
    Optional<String> zone =
        checks.text("QUORATE_ZONE", settings.zone(), ZONE, "an availability zone's name");
    Optional<String> address =
        checks.text("QUORATE_ADDRESS", settings.address(), ADDRESS, "an IPv4 address");
    Optional<Boolean> stop = checks.flag("QUORATE_STOP_ETCD_ON_EXIT", settings.stopEtcdOnExit());
    Optional<S3Settings> snapshots = snapshots();
    log(LogSetting.FORMAT, settings.logFormat());
    log(LogSetting.LEVEL, settings.logLevel());
    if (!checks.errors().isEmpty()) {
      return new AgentConfigResult.Invalid(checks.errors());
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

  private Optional<ClusterName> cluster() {
    Optional<ClusterName> cluster =
        checks.value(
            "QUORATE_CLUSTER",
            settings.cluster(),
            ClusterName::isValid,
            ClusterName::new,
            "1 to 40 lower-case letters, digits or '-', not at either end");
    checks.required(
        "QUORATE_CLUSTER", settings.cluster(), "the cluster's name as in its spec", SET_IT);
    return cluster;
  }

  private Optional<S3Settings> snapshots() {
    Optional<String> bucket =
        checks.text(
            "QUORATE_BUCKET",
            settings.bucket(),
            BUCKET,
            "a bucket's name: 3 to 63 lower-case letters, digits, '.', '-'");
    Optional<URI> endpoint =
        checks
            .text(
                "QUORATE_S3_ENDPOINT",
                settings.s3Endpoint(),
                URL,
                "a URL such as https://s3.example.com:9000")
            .map(URI::create);
    Optional<String> region =
        checks.text("QUORATE_S3_REGION", settings.s3Region(), ZONE, "a region's name");
    Optional<Boolean> pathStyle = checks.flag("QUORATE_S3_PATH_STYLE", settings.s3PathStyle());
    Optional<String> kmsKey =
        checks.text("QUORATE_S3_KMS_KEY", settings.s3KmsKey(), KEY, "a KMS key's id, ARN or alias");
    return bucket.map(
        name -> new S3Settings(name, endpoint, region, pathStyle.orElse(false), kmsKey));
  }

  /** Checked only: the log was set up before, to say what is wrong. */
  private void log(LogSetting setting, Optional<String> set) {
    var unused = checks.text(setting.variable(), set, setting.form(), setting.expected());
  }

  private Optional<Path> folder(String variable, Optional<String> set) {
    return checks.value(
        variable,
        set,
        text -> text.startsWith("/") && text.indexOf(0) < 0,
        Path::of,
        "an absolute path");
  }

  private void distinct(int http, int client, int peer) {
    Map<Integer, String> taken = new LinkedHashMap<>();
    taken.put(http, "QUORATE_HTTP_PORT");
    distinct(taken, client, "QUORATE_CLIENT_PORT", settings.clientPort());
    distinct(taken, peer, "QUORATE_PEER_PORT", settings.peerPort());
  }

  private void distinct(
      Map<Integer, String> taken, int port, String variable, Optional<String> set) {
    Optional<String> holder = Optional.ofNullable(taken.putIfAbsent(port, variable));
    holder.ifPresent(other -> checks.clash(variable, set, port, other));
  }
}
