package io.quorate.deployment;

import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.instance.LaunchTemplate;
import java.util.List;
import java.util.Map;

/** The launch template of a node: the agent with the flags that ship with it. */
final class AgentTemplate {
  private AgentTemplate() {}

  static LaunchTemplate of(String cluster, QuorateResources resources, Artifacts artifacts) {
    return new LaunchTemplate(
        List.of(artifacts.agent().toString()),
        Map.of(
            "QUORATE_CLUSTER",
            cluster,
            "QUORATE_CLUSTERS_TABLE",
            resources.clustersTable(),
            "QUORATE_NODES_TABLE",
            resources.nodesTable(),
            "QUORATE_BUCKET",
            resources.bucket(),
            "QUORATE_DATA_DIR",
            "{dir}",
            "QUORATE_ETCD_DIR",
            artifacts.etcdFolder().toString(),
            "JAVA_HOME",
            System.getProperty("java.home")),
        "");
  }
}
