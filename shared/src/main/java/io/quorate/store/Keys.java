package io.quorate.store;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;

/** The keys of all records. */
public final class Keys {
  /** The partition of the clusters table that lists all clusters. */
  public static final String FLEET = "#clusters";

  /** Prefix of the instruction slots. */
  public static final String INSTRUCTION = "instruction#";

  /** Prefix of the journal. */
  public static final String JOURNAL = "journal#";

  private Keys() {}

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

  /** A node's instruction slot. */
  public static Key instruction(ClusterName cluster, InstanceId instance) {
    return control(cluster, INSTRUCTION + instance);
  }

  /** A journal entry. */
  public static Key journal(ClusterName cluster, String id) {
    return control(cluster, JOURNAL + id);
  }

  /** The cluster's line in the fleet. */
  public static Key fleet(ClusterName cluster) {
    return new Key(Table.CLUSTERS, FLEET, cluster.value());
  }

  /** A node's heartbeat. */
  public static Key node(ClusterName cluster, InstanceId instance) {
    return new Key(Table.NODES, cluster.value(), instance.value());
  }

  private static Key control(ClusterName cluster, String record) {
    return new Key(Table.CLUSTERS, cluster.value(), record);
  }
}
