package io.quorate.localcloud.terraform;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the module etcd-cluster deploys, from its deployment.json.
 *
 * @param agent where the agent lies and what it is told
 * @param ports TCP ports by what listens there
 * @param tags of the group and its instances
 * @param group settings of the auto-scaling group
 * @param hooks the group's lifecycle hooks by name
 */
public record EtcdClusterModule(
    Agent agent, Map<String, Integer> ports, Tags tags, Group group, Map<String, Hook> hooks) {
  private static final EtcdClusterModule MODULE =
      ModuleJson.ofModule("etcd-cluster", EtcdClusterModule::read);

  public EtcdClusterModule {
    ports = Map.copyOf(ports);
    hooks = Map.copyOf(hooks);
  }

  /**
   * The agent on an instance.
   *
   * @param dataDir mount point of the data volume
   * @param installDir where its package is unpacked
   * @param environment names of its variables, by what they hold
   */
  public record Agent(String dataDir, String installDir, Map<String, String> environment) {}

  /**
   * Names of the tags by which rights and the controller know what is theirs.
   *
   * @param cluster holds the cluster's name
   * @param controlPlane holds the control plane's name
   */
  public record Tags(String cluster, String controlPlane) {}

  /**
   * The auto-scaling group.
   *
   * @param minSize smallest desired capacity
   * @param maxSize largest desired capacity
   * @param suspendedProcesses what would terminate members without asking
   * @param protectFromScaleIn whether new instances are protected
   * @param healthCheckType whose health checks count
   */
  public record Group(
      int minSize,
      int maxSize,
      List<String> suspendedProcesses,
      boolean protectFromScaleIn,
      String healthCheckType) {}

  /**
   * A lifecycle hook.
   *
   * @param transition what it holds
   * @param defaultResult what its end without an answer means
   * @param heartbeat how long one heartbeat holds
   */
  public record Hook(String transition, String defaultResult, Duration heartbeat) {}

  /** The module as it stands in this checkout. */
  public static EtcdClusterModule get() {
    return MODULE;
  }

  private static EtcdClusterModule read(ModuleJson json) {
    return new EtcdClusterModule(
        json.section("agent", EtcdClusterModule::agent),
        json.section(
            "ports",
            ports ->
                Map.of(
                    "http", ports.whole("http"),
                    "client", ports.whole("client"),
                    "peer", ports.whole("peer"))),
        json.section("tags", tags -> new Tags(tags.text("cluster"), tags.text("control_plane"))),
        json.section("group", EtcdClusterModule::group),
        json.sections("hooks", EtcdClusterModule::hook));
  }

  private static Agent agent(ModuleJson json) {
    return new Agent(json.text("data_dir"), json.text("install_dir"), json.texts("environment"));
  }

  private static Group group(ModuleJson json) {
    return new Group(
        json.whole("min_size"),
        json.whole("max_size"),
        json.list("suspended_processes"),
        json.flag("protect_from_scale_in"),
        json.text("health_check_type"));
  }

  private static Hook hook(ModuleJson json) {
    return new Hook(
        json.text("transition"),
        json.text("default_result"),
        json.seconds("heartbeat_timeout_seconds"));
  }
}
