package io.quorate.deployment.quickstart;

import io.quorate.codec.Tree;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.EtcdProcesses;
import io.quorate.deployment.LocalDeployment;
import io.quorate.deployment.OperatorCommand;
import io.quorate.deployment.Principals;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;
import io.quorate.state.Heartbeat;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells how to reach a demonstration's cluster, look at it and break it. */
final class Guide {
  /** Whom the certificate names that the quick start has signed for its user. */
  static final String CLIENT = "quickstart";

  /** The user that the tour's application is where access control is on. */
  static final String APPLICATION = "application";

  private final LocalDeployment deployment;
  private final ClusterName cluster;
  private final boolean accessControl;
  private final String url;
  private final Path etcdFolder;
  private final Path root;
  private Optional<URI> prometheus = Optional.empty();
  private Optional<URI> console = Optional.empty();

  /**
   * A guide to a cluster.
   *
   * @param url where clients reach it, whatever happens to its members
   */
  Guide(LocalDeployment deployment, DemoCluster wanted, String url, Path etcdFolder, Path root) {
    this.deployment = deployment;
    this.cluster = wanted.name();
    this.accessControl = wanted.auth();
    this.url = url;
    this.etcdFolder = etcdFolder;
    this.root = root;
  }

  void observedAt(URI page) {
    prometheus = Optional.of(page);
  }

  void consoleAt(URI page) {
    console = Optional.of(page);
  }

  /** What the SDK, the aws command and {@code quorate} read from the environment. */
  Map<String, String> environment(String principal) {
    return OperatorCommand.environment(deployment, principal);
  }

  /**
   * For programs: the cloud's endpoint, the cluster's, environment, client URLs, and every instance
   * with its pids.
   */
  Map<String, Object> document(Clusters clusters) {
    return Tree.builder()
        .with("cluster", cluster.value())
        .with("cloud", deployment.cloud().endpoint().toString())
        .with("pid", ProcessHandle.current().pid())
        .with("home", deployment.config().home().toString())
        .with("guide", file().toString())
        .with("stop", stop())
        .with("environment", Map.copyOf(environment(Principals.ADMINISTRATOR)))
        .with("endpoint", url)
        .with("endpoints", clientUrls(clusters))
        .withOptional("console", console.map(URI::toString))
        .withOptional("prometheus", prometheus.map(URI::toString))
        .with("etcdctl", etcdFolder.resolve("etcdctl").toString())
        .withOptional("clientCa", issued(clientFiles().ca()))
        .withOptional("clientCertificate", issued(clientFiles().certificate()))
        .withOptional("clientKey", issued(clientFiles().key()))
        .with("instances", instances().stream().map(Guide::instance).toList())
        .build();
  }

  /** Where the text for people is. */
  Path file() {
    return deployment.config().home().resolve("guide.txt");
  }

  /** A client's key and certificates, where the cluster speaks TLS. */
  EtcdAccess.ClientFiles clientFiles() {
    return clientFiles(CLIENT);
  }

  /** The same of the client of this name. */
  EtcdAccess.ClientFiles clientFiles(String commonName) {
    return EtcdAccess.ClientFiles.in(deployment.config().home().resolve("client"), commonName);
  }

  private static Optional<String> issued(Path file) {
    return Optional.of(file).filter(Files::exists).map(Path::toString);
  }

  /** What ends this quick start, from any folder. */
  String stop() {
    Path home = deployment.config().home();
    String command = quoted(root.resolve("infra/quickstart")) + " stop";
    return home.equals(root.resolve(".quorate/quickstart"))
        ? command
        : "QUORATE_QUICKSTART_HOME=" + quoted(home) + " " + command;
  }

  private static Map<String, Object> instance(InstanceView view) {
    return Tree.builder()
        .with("instance", view.id())
        .with("zone", view.zone())
        .with("address", view.address())
        .with("folder", view.folder().toString())
        .with("agentPid", view.agentPid().orElse(0))
        .with("etcdPids", EtcdProcesses.of(view))
        .build();
  }

  /** For people: what to type. */
  String text(Clusters clusters) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Cluster " + cluster + " serves. One address that stays, for clients:");
    lines.add("  " + url);
    lines.add("It leads to the members that are ready, now:");
    clientUrls(clusters).forEach(member -> lines.add("  " + member));
    commands()
        .forEach(
            (purpose, commands) -> {
              lines.add("");
              lines.add(purpose);
              commands.forEach(command -> lines.add("  " + command));
            });
    lines.add("");
    lines.add("Logs, disks and this guide are in " + deployment.config().home());
    lines.add("");
    return String.join("\n", lines);
  }

  /** The commands by what they are for, in the order in which to try them. */
  private Map<String, List<String>> commands() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("In another terminal, first this, for aws and quorate:", List.of(export()));
    all.put("Use it:", List.of(etcdctl("put hello world"), etcdctl("get hello")));
    List<String> looks = new ArrayList<>();
    if (Files.exists(clientFiles().certificate())) {
      looks.add(quorate("certificate list " + cluster));
    }
    if (accessControl) {
      looks.add(quorate("auth show " + cluster));
    }
    looks.addAll(
        List.of(
            query(),
            aws("autoscaling describe-auto-scaling-groups --auto-scaling-group-names " + cluster),
            quorate("status " + cluster),
            quorate("explain " + cluster),
            quorate("events " + cluster + " --follow"),
            "curl -s " + deployment.cloud().endpoint() + "/_cloud/instances",
            "curl -s http://" + victim().address() + ":2378/metrics",
            "curl -s http://" + victim().address() + ":2378/metrics/etcd"));
    all.put("Look at it:", looks);
    console.ifPresent(
        page ->
            all.put(
                "In a browser, the cluster live, with each decision and why; whoever has this URL on"
                    + " this machine sees it:",
                List.of(page.toString())));
    prometheus.ifPresent(
        page ->
            all.put("In a browser, the rules and what they say now:", List.of(page + "/alerts")));
    InstanceView victim = victim();
    String etcd = EtcdProcesses.of(victim).stream().map(String::valueOf).findFirst().orElse("PID");
    all.put(
        "Break it, and watch it mend. An etcd process: its agent starts it again on its data:",
        List.of("kill -9 " + etcd));
    all.put(
        "An agent: its etcd serves on, and the next agent adopts it:",
        List.of("kill -9 " + victim.agentPid().orElse(0)));
    all.put(
        "A data directory: the member is removed, and joins as a new one:",
        List.of("rm -rf " + quoted(victim.folder().resolve("etcd"))));
    all.put(
        "An instance: its group launches another, which takes its member's place:",
        List.of(
            aws(
                "autoscaling terminate-instance-in-auto-scaling-group --instance-id "
                    + victim.id()
                    + " --no-should-decrement-desired-capacity")));
    return all;
  }

  private String export() {
    return "export "
        + Stream.concat(
                environment(Principals.ADMINISTRATOR).entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(variable -> variable.getKey() + "=" + variable.getValue()),
                Stream.of("AWS_PAGER="))
            .collect(Collectors.joining(" "));
  }

  private String etcdctl(String arguments) {
    EtcdAccess.ClientFiles client = clientFiles();
    String tls =
        Files.exists(client.certificate())
            ? " --cacert="
                + quoted(client.ca())
                + " --cert="
                + quoted(client.certificate())
                + " --key="
                + quoted(client.key())
            : "";
    return quoted(etcdFolder.resolve("etcdctl")) + tls + " --endpoints=" + url + " " + arguments;
  }

  private String query() {
    return aws(
        "dynamodb query --table-name "
            + deployment.resources().nodesTable()
            + " --key-condition-expression '#c = :c' --expression-attribute-names"
            + " '{\"#c\":\"cluster\"}' --expression-attribute-values '{\":c\":{\"S\":\""
            + cluster
            + "\"}}' --output json");
  }

  private String aws(String arguments) {
    return "aws --endpoint-url " + deployment.cloud().endpoint() + " " + arguments;
  }

  private String quorate(String arguments) {
    return quoted(root.resolve("infra/bin/quorate")) + " " + arguments;
  }

  private static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[\\w./:@%+,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private InstanceView victim() {
    return instances().get(0);
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
