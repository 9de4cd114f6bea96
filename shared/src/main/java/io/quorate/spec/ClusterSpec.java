package io.quorate.spec;

import io.quorate.model.ClusterName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the owner of a cluster asks for; {@link SpecReader} alone makes one out of foreign input, so
 * that one which came from there keeps every rule of {@link SpecFields} and {@link CrossRules}.
 *
 * @param name the cluster's name, for ever
 * @param size how many members the bootstrap starts, odd, 1 to 7; read at the bootstrap only,
 *     because afterwards the group's desired capacity decides
 * @param group the auto-scaling group whose instances are the nodes
 * @param etcd how etcd itself is run
 * @param timings how fast Quorate looks, waits and gives up
 * @param snapshots when snapshots are taken, verified and deleted
 * @param tls whether etcd speaks TLS
 * @param recovery how a cluster whose data is lost comes back
 * @param maintenance what Quorate does for the databases by itself
 * @param auth who may do what with the keys; empty: what etcd has is left alone
 * @param paused whether the controller is to change nothing
 * @param upgrade how members change their release of etcd
 * @param nodes how instances come by a newer launch template
 * @param dns the name that clients reach the cluster by; empty: Quorate keeps none
 */
public record ClusterSpec(
    ClusterName name,
    int size,
    String group,
    EtcdSettings etcd,
    Timings timings,
    SnapshotPolicy snapshots,
    TlsSettings tls,
    RecoverySettings recovery,
    MaintenanceSettings maintenance,
    Optional<AuthSettings> auth,
    boolean paused,
    UpgradeSettings upgrade,
    NodesSettings nodes,
    Optional<DnsSettings> dns) {
  /** One whose maintenance is the usual. */
  public ClusterSpec(
      ClusterName name,
      int size,
      String group,
      EtcdSettings etcd,
      Timings timings,
      SnapshotPolicy snapshots,
      TlsSettings tls,
      RecoverySettings recovery) {
    this(name, size, group, etcd, timings, snapshots, tls, recovery, MaintenanceSettings.DEFAULT);
  }

  /** One that leaves etcd's access control alone. */
  public ClusterSpec(
      ClusterName name,
      int size,
      String group,
      EtcdSettings etcd,
      Timings timings,
      SnapshotPolicy snapshots,
      TlsSettings tls,
      RecoverySettings recovery,
      MaintenanceSettings maintenance) {
    this(
        name,
        size,
        group,
        etcd,
        timings,
        snapshots,
        tls,
        recovery,
        maintenance,
        Optional.empty(),
        false,
        UpgradeSettings.DEFAULT,
        NodesSettings.DEFAULT,
        Optional.empty());
  }

  /** The names that every member's certificate is good for, beside its own addresses. */
  public List<String> certifiedNames() {
    return Stream.concat(
            tls.sans().stream(),
            dns.filter(name -> tls.managed()).stream()
                .flatMap(settings -> settings.certified().stream()))
        .distinct()
        .toList();
  }

  /** The cluster of a three-line file: every other field at its default. */
  public static ClusterSpec defaults(ClusterName name, EtcdVersion version) {
    return SpecReader.fromTree(
            Map.of("name", name.value(), "etcd", Map.of("version", version.toString())))
        .orThrow();
  }
}
