package io.quorate.deployment;

import io.quorate.codec.Tree;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;
import io.quorate.state.Heartbeat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells how to reach a demonstration's cluster, look at it and break it. */
final class Guide {
  private final LocalDeployment deployment;
  private final ClusterName cluster;
  private final Path etcdFolder;
  private final Path root;

  Guide(LocalDeployment deployment, ClusterName cluster, Path etcdFolder, Path root) {
    this.deployment = deployment;
    this.cluster = cluster;
    this.etcdFolder = etcdFolder;
    this.root = root;
  }

  /** What the SDK, the aws command and {@code quorate} read from the environment. */
  Map<String, String> environment(String principal) {
    return Map.of(
        "AWS_ENDPOINT_URL",
        deployment.cloud().endpoint().toString(),
        "AWS_REGION",
        deployment.cloud().region(),
        "AWS_DEFAULT_REGION",
        deployment.cloud().region(),
        "AWS_ACCESS_KEY_ID",
        principal,
        "AWS_SECRET_ACCESS_KEY",
        "local");
  }

  /** For programs: endpoint, environment, client URLs, and every instance with its pids. */
  Map<String, Object> document(Clusters clusters) {
    return Tree.builder()
        .with("cluster", cluster.value())
        .with("cloud", deployment.cloud().endpoint().toString())
        .with("pid", ProcessHandle.current().pid())
        .with("home", deployment.config().home().toString())
        .with("environment", Map.copyOf(environment(Principals.ADMINISTRATOR)))
        .with("endpoints", clientUrls(clusters))
        .with("etcdctl", etcdFolder.resolve("etcdctl").toString())
        .with("instances", instances().stream().map(Guide::instance).toList())
        .build();
  }

  private static Map<String, Object> instance(InstanceView view) {
    return Tree.builder()
        .with("instance", view.id())
        .with("zone", view.zone())
        .with("address", view.address())
        .with("folder", view.folder().toString())
        .with("agentPid", view.agentPid().orElse(0))
        .with("etcdPids", view.otherPids())
        .build();
  }

  /** For people: what to type. */
  String text(Clusters clusters) {
    String cloud = deployment.cloud().endpoint().toString();
    InstanceView victim = instances().get(0);
    return String.join(
        "\n",
        "",
        "Cluster " + cluster + " serves. Client endpoints:",
        "  " + String.join("\n  ", clientUrls(clusters)),
        "",
        "Use it:",
        "  "
            + etcdFolder.resolve("etcdctl")
            + " --endpoints="
            + String.join(",", clientUrls(clusters))
            + " put hello world",
        "",
        "Look at it, from another terminal:",
        "  export "
            + environment(Principals.ADMINISTRATOR).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .collect(Collectors.joining(" ")),
        "  aws dynamodb query --endpoint-url "
            + cloud
            + " --table-name "
            + deployment.resources().nodesTable()
            + " --key-condition-expression '#c = :c' --expression-attribute-names"
            + " '{\"#c\":\"cluster\"}' --expression-attribute-values '{\":c\":{\"S\":\""
            + cluster
            + "\"}}' --output json",
        "  " + root.resolve("infra/bin/quorate") + " status " + cluster,
        "  " + root.resolve("infra/bin/quorate") + " events " + cluster + " --follow",
        "  " + root.resolve("infra/bin/quorate") + " explain " + cluster,
        "",
        "Break it, and watch it mend:",
        "  kill -9 "
            + victim.otherPids().stream().map(String::valueOf).findFirst().orElse("PID")
            + "    # etcd of "
            + victim.id()
            + ": restarted at once on its data",
        "  kill -9 "
            + victim.agentPid().orElse(0)
            + "    # its agent: etcd goes on, the next agent adopts it",
        "  rm -rf " + victim.folder().resolve("etcd") + "    # its data: replaced as a new member",
        "  aws autoscaling terminate-instance-in-auto-scaling-group --endpoint-url "
            + cloud
            + " --instance-id "
            + victim.id()
            + " --no-should-decrement-desired-capacity",
        "",
        "Ctrl-C stops everything. Logs, disks and this guide: " + deployment.config().home(),
        "");
  }

  private List<InstanceView> instances() {
    return deployment.instances().list().stream()
        .filter(view -> view.agentPid().isPresent())
        .toList();
  }

  private List<String> clientUrls(Clusters clusters) {
    return clusters.heartbeats(cluster).stream()
        .filter(Heartbeat::serving)
        .map(heartbeat -> heartbeat.endpoints().clientUrl())
        .sorted()
        .toList();
  }
}
