package io.quorate.store;

import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.spec.EtcdVersion;

/** The keys of all records. */
public final class Keys {
  /** The partition of the clusters table that lists all clusters. */
  public static final String FLEET = "#clusters";

  /** Partition with a record for each group, which names its cluster. */
  public static final String GROUPS = "#groups";

  /** Prefix of the partitions that tell of the fleet's health, one for each shard. */
  public static final String FLEET_HEALTH = "#fleet-health";

  /** Prefix of the journal. */
  public static final String JOURNAL = "journal#";

  /** Prefix of the operators' requests. */
  public static final String REQUEST = "request#";

  /** Prefix of the catalogue of snapshots. */
  public static final String SNAPSHOT = "snapshot#";

  /** Prefix of the nodes' certificates. */
  public static final String CERTIFICATE = "certificate#";

  /** Prefix of the clients' certificates that operators had signed. */
  public static final String CLIENT_CERTIFICATE = "client-certificate#";

  /** The partition of the clusters table that lists the releases in the bucket. */
  public static final String RELEASES = "#releases";

  /** Prefix of the etcd releases in that partition. */
  public static final String ETCD_RELEASE = "release#etcd#";

  private Keys() {}

  /** An etcd release in the bucket, for one platform. */
  public static Key etcdRelease(EtcdVersion version, String platform) {
    return new Key(Table.CLUSTERS, RELEASES, ETCD_RELEASE + version + "#" + platform);
  }

  /** The stored release that a cluster's spec was resolved to. */
  public static Key release(ClusterName cluster) {
    return control(cluster, "release");
  }

  /** The cluster's spec. */
  public static Key spec(ClusterName cluster) {
    return control(cluster, "spec");
  }

  /** The cluster's lineage. */
  public static Key lineage(ClusterName cluster) {
    return control(cluster, "lineage");
  }

  /** The cluster's status. */
  public static Key status(ClusterName cluster) {
    return control(cluster, "status");
  }

  /** The cluster's lease. */
  public static Key lease(ClusterName cluster) {
    return control(cluster, "lease");
  }

  /** A node's slot of a lane. */
  public static Key command(ClusterName cluster, Lane lane, InstanceId instance) {
    return control(cluster, slots(lane) + instance);
  }

  /** Prefix of the slots of a lane. */
  public static String slots(Lane lane) {
    return lane.word() + "#";
  }

  /** An operator's request. */
  public static Key request(ClusterName cluster, String id) {
    return control(cluster, REQUEST + id);
  }

  /** A snapshot's line in the catalogue. */
  public static Key snapshot(ClusterName cluster, SnapshotId id) {
    return control(cluster, SNAPSHOT + id);
  }

  /** The recovery under way, or the last one. */
  public static Key recovery(ClusterName cluster) {
    return control(cluster, "recovery");
  }

  /** The node rows that a person put aside. */
  public static Key struck(ClusterName cluster) {
    return control(cluster, "struck-rows");
  }

  /** A node's certificates. */
  public static Key certificate(ClusterName cluster, InstanceId instance) {
    return control(cluster, CERTIFICATE + instance);
  }

  /** A client's certificate that an operator had signed. */
  public static Key clientCertificate(ClusterName cluster, String id) {
    return control(cluster, CLIENT_CERTIFICATE + id);
  }

  /** The certificates of the cluster's authorities. */
  public static Key pki(ClusterName cluster) {
    return control(cluster, "pki");
  }

  /** The cluster's notice to its agents. */
  public static Key notice(ClusterName cluster) {
    return control(cluster, "notice");
  }

  /** A journal entry. */
  public static Key journal(ClusterName cluster, String id) {
    return control(cluster, JOURNAL + id);
  }

  /** The cluster's line in the fleet. */
  public static Key fleet(ClusterName cluster) {
    return new Key(Table.CLUSTERS, FLEET, cluster.value());
  }

  /** Which clusters of a shard are unhealthy; in a partition of its own, for many read them all. */
  public static Key fleetHealth(int shard) {
    return new Key(Table.CLUSTERS, FLEET_HEALTH + "-" + shard, "unhealthy");
  }

  /** How many clusters a large fleet has. */
  public static Key fleetSize() {
    return new Key(Table.CLUSTERS, FLEET_HEALTH, "size");
  }

  /** Which cluster a group serves: two clusters that are applied at once do not share it. */
  public static Key group(String name) {
    return new Key(Table.CLUSTERS, GROUPS, name);
  }

  /** A node's heartbeat. */
  public static Key node(ClusterName cluster, InstanceId instance) {
    return new Key(Table.NODES, cluster.value(), instance.value());
  }

  private static Key control(ClusterName cluster, String record) {
    return new Key(Table.CLUSTERS, cluster.value(), record);
  }
}
