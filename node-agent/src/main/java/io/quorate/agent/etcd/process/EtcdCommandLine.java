package io.quorate.agent.etcd.process;

import io.quorate.agent.etcd.client.EtcdTlsFiles;
import io.quorate.spec.AutoCompaction;
import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.JwtToken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The one place that knows how etcd's flags are spelt, in 3.5 and in 3.6. */
public final class EtcdCommandLine {
  private static final String EXPERIMENTAL = "experimental-";

  /** Flags that 3.6 turned into feature gates, by their 3.5 name; the gate is what follows. */
  private static final Map<String, String> GATES_SINCE_3_6 =
      Map.of(
          "experimental-initial-corrupt-check", "InitialCorruptCheck",
          "experimental-compact-hash-check-enabled", "CompactHashCheck",
          "experimental-enable-lease-checkpoint", "LeaseCheckpoint",
          "experimental-enable-lease-checkpoint-persist", "LeaseCheckpointPersist",
          "experimental-stop-grpc-service-on-defrag", "StopGRPCServiceOnDefrag",
          "experimental-txn-mode-write-with-shared-buffer", "TxnModeWriteWithSharedBuffer");

  private EtcdCommandLine() {}

  /** The argument list, the binary first. */
  public static List<String> render(Path binary, EtcdLaunch launch) {
    List<String> argv = new ArrayList<>();
    argv.add(binary.toString());
    add(argv, "name", launch.name());
    add(argv, "data-dir", launch.dataDir().toString());
    add(argv, "listen-peer-urls", String.join(",", launch.listenPeerUrls()));
    add(argv, "initial-advertise-peer-urls", String.join(",", launch.advertisePeerUrls()));
    add(argv, "listen-client-urls", String.join(",", launch.listenClientUrls()));
    add(argv, "advertise-client-urls", String.join(",", launch.advertiseClientUrls()));
    add(argv, "initial-cluster", initialCluster(launch));
    add(argv, "initial-cluster-state", launch.state().flag());
    add(argv, "initial-cluster-token", launch.clusterToken());
    launch.tls().ifPresent(files -> addTls(argv, files));
    addSafety(argv);
    addSettings(argv, launch.settings());
    addExtra(argv, launch.settings().extraFlags(), launch.installed());
    return List.copyOf(argv);
  }

  /** Members show one another a certificate of the peers' authority, and want one. */
  private static void addTls(List<String> argv, EtcdTlsFiles files) {
    add(argv, "peer-cert-file", files.peer().certificate().toString());
    add(argv, "peer-key-file", files.peer().key().toString());
    add(argv, "peer-trusted-ca-file", files.peerCa().toString());
    add(argv, "peer-client-cert-auth", "true");
    add(argv, "cert-file", files.server().certificate().toString());
    add(argv, "key-file", files.server().key().toString());
    files
        .clientCa()
        .ifPresent(
            ca -> {
              add(argv, "trusted-ca-file", ca.toString());
              add(argv, "client-cert-auth", "true");
            });
  }

  private static void addSafety(List<String> argv) {
    add(argv, "strict-reconfig-check", "true");
    add(argv, "pre-vote", "true");
    add(argv, "logger", "zap");
    add(argv, "log-outputs", "stderr");
  }

  private static void addSettings(List<String> argv, EtcdSettings settings) {
    add(argv, "heartbeat-interval", Long.toString(settings.heartbeatInterval().toMillis()));
    add(argv, "election-timeout", Long.toString(settings.electionTimeout().toMillis()));
    add(argv, "quota-backend-bytes", Long.toString(settings.quota().bytes()));
    add(argv, "max-request-bytes", Long.toString(settings.maxRequest().bytes()));
    settings.token().ifPresent(token -> add(argv, "auth-token", option(token)));
    add(argv, "snapshot-count", Long.toString(settings.snapshotCount()));
    switch (settings.autoCompaction()) {
      case AutoCompaction.Periodic periodic -> {
        add(argv, "auto-compaction-mode", "periodic");
        add(argv, "auto-compaction-retention", periodic.retention().toMillis() + "ms");
      }
      case AutoCompaction.ByRevision byRevision -> {
        add(argv, "auto-compaction-mode", "revision");
        add(argv, "auto-compaction-retention", Long.toString(byRevision.retention()));
      }
      case AutoCompaction.Off off -> add(argv, "auto-compaction-retention", "0");
    }
  }

  /** etcd derives the public key. A key of the bucket has its path here by now. */
  private static String option(JwtToken token) {
    return "jwt,priv-key=%s,sign-method=%s,ttl=%ss"
        .formatted(token.privateKey().orElseThrow(), token.signMethod(), token.ttl().toSeconds());
  }

  private static void addExtra(
      List<String> argv, Map<String, String> flags, EtcdVersion installed) {
    if (installed.major() == 3 && installed.minor() <= 5) {
      flags.forEach((name, value) -> add(argv, name, value));
      return;
    }
    List<String> gates = new ArrayList<>();
    flags.forEach(
        (name, value) -> {
          String gate = GATES_SINCE_3_6.get(name);
          if (gate != null) {
            gates.add(gate + "=" + value);
          } else {
            add(argv, since36(name), value);
          }
        });
    if (!gates.isEmpty()) {
      add(argv, "feature-gates", String.join(",", gates));
    }
  }

  private static String since36(String name) {
    return name.startsWith(EXPERIMENTAL) ? name.substring(EXPERIMENTAL.length()) : name;
  }

  /** etcd is told of a member with several peer URLs by its name before each of them. */
  private static String initialCluster(EtcdLaunch launch) {
    return launch.initialCluster().entrySet().stream()
        .flatMap(member -> member.getValue().stream().map(url -> member.getKey() + "=" + url))
        .collect(Collectors.joining(","));
  }

  private static void add(List<String> argv, String name, String value) {
    argv.add("--" + name + "=" + value);
  }
}
