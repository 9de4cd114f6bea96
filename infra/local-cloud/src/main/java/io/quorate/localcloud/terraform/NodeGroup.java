package io.quorate.localcloud.terraform;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster's auto-scaling group to deploy here, with what its instances are told: what the
 * module's deployment.json says, or what Terraform created from it.
 *
 * @param name of the group
 * @param minSize smallest desired capacity
 * @param maxSize largest desired capacity
 * @param desired capacity at creation
 * @param tags that its instances have, too
 * @param suspendedProcesses what would terminate members without asking
 * @param protectFromScaleIn whether new instances are protected
 * @param healthCheckType whose health checks count
 * @param hooks there from the group's creation on, by name
 * @param agent what its instances run
 */
public record NodeGroup(
    String name,
    int minSize,
    int maxSize,
    int desired,
    Map<String, String> tags,
    List<String> suspendedProcesses,
    boolean protectFromScaleIn,
    String healthCheckType,
    Map<String, EtcdClusterModule.Hook> hooks,
    Agent agent) {
  public NodeGroup {
    tags = Map.copyOf(tags);
    suspendedProcesses = List.copyOf(suspendedProcesses);
    hooks = Map.copyOf(hooks);
  }

  /**
   * The agent of an instance.
   *
   * @param dataDir mount point of the data volume
   * @param etcdDir where etcd is unpacked
   * @param environment variables and their values
   */
  public record Agent(String dataDir, String etcdDir, Map<String, String> environment) {
    public Agent {
      environment = Map.copyOf(environment);
    }

    /**
     * The variables of an instance on this machine, whose data and etcd lie elsewhere. Replaced by
     * value, whatever the variable is called: one under a wrong name stays without effect.
     */
    public Map<String, String> environmentAt(String localDataDir, String localEtcdDir) {
      Map<String, String> local = new LinkedHashMap<>(environment);
      local.replaceAll(
          (name, value) ->
              value.equals(dataDir) ? localDataDir : value.equals(etcdDir) ? localEtcdDir : value);
      return local;
    }
  }

  /** What the module in this checkout deploys for a cluster of a control plane. */
  public static NodeGroup ofModule(String cluster, int desired, ControlPlane.Names names) {
    EtcdClusterModule module = EtcdClusterModule.get();
    return new NodeGroup(
        cluster,
        module.group().minSize(),
        module.group().maxSize(),
        desired,
        Map.of(
            module.tags().cluster(),
            cluster,
            module.tags().controlPlane(),
            ControlPlaneModule.DEFAULT_NAME),
        module.group().suspendedProcesses(),
        module.group().protectFromScaleIn(),
        module.group().healthCheckType(),
        module.hooks(),
        agent(module.agent(), cluster, names));
  }

  private static Agent agent(
      EtcdClusterModule.Agent told, String cluster, ControlPlane.Names names) {
    String etcdDir = told.installDir() + "/etcd";
    Map<String, String> environment = new HashMap<>();
    told.environment()
        .forEach(
            (part, variable) ->
                environment.put(
                    variable,
                    switch (part) {
                      case "cluster" -> cluster;
                      case "clusters_table" -> names.clustersTable();
                      case "nodes_table" -> names.nodesTable();
                      case "bucket" -> names.bucket();
                      case "data_dir" -> told.dataDir();
                      case "etcd_dir" -> etcdDir;
                      default ->
                          throw new IllegalStateException(
                              "the agent's variable %s has no value here: give it one"
                                  .formatted(part));
                    }));
    return new Agent(told.dataDir(), etcdDir, environment);
  }
}
