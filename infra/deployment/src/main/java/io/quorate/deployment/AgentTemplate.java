package io.quorate.deployment;

import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.terraform.EtcdClusterModule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The launch template of a node: the agent with the flags that ship with it. */
final class AgentTemplate {
  private AgentTemplate() {}

  static LaunchTemplate of(String cluster, QuorateResources resources, Artifacts artifacts) {
    Map<String, String> environment = new HashMap<>();
    EtcdClusterModule.get()
        .agent()
        .environment()
        .forEach(
            (part, variable) ->
                environment.put(variable, value(part, cluster, resources, artifacts)));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return new LaunchTemplate(List.of(artifacts.agent().toString()), environment, "");
  }

  private static String value(
      String part, String cluster, QuorateResources resources, Artifacts artifacts) {
    return switch (part) {
      case "cluster" -> cluster;
      case "clusters_table" -> resources.clustersTable();
      case "nodes_table" -> resources.nodesTable();
      case "bucket" -> resources.bucket();
      case "data_dir" -> "{dir}";
      case "etcd_dir" -> artifacts.etcdFolder().toString();
      default ->
          throw new IllegalStateException(
              "the agent's variable %s has no value here: give it one".formatted(part));
    };
  }
}
