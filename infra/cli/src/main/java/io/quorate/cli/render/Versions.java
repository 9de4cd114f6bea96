package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lease;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which releases of everything run for a cluster. */
public final class Versions {
  private static final String UNTOLD = "not told";

  private Versions() {}

  /** For people. */
  public static String text(String command, ClusterSummary summary) {
    TextTable nodes = new TextTable(List.of("INSTANCE", "AGENT", "ETCD", "INSTALLED"), Set.of());
    living(summary)
        .forEach(
            node ->
                nodes.row(
                    List.of(
                        node.instance().value(),
                        node.agentVersion(),
                        node.status().map(MemberStatus::version).orElse("does not answer"),
                        node.runs().installed().map(EtcdVersion::toString).orElse(UNTOLD))));
    return "command     "
        + command
        + "\ncontroller  "
        + summary.lease().flatMap(Lease::controllerVersion).orElse(UNTOLD)
        + "\n"
        + (living(summary).isEmpty() ? "" : "\n" + String.join("\n", nodes.lines("")) + "\n");
  }

  /** For programs. */
  public static Map<String, Object> json(String command, ClusterSummary summary) {
    return Tree.builder()
        .with("command", command)
        .withOptional("controller", summary.lease().flatMap(Lease::controllerVersion))
        .with("nodes", living(summary).stream().map(Versions::tree).toList())
        .build();
  }

  private static Map<String, Object> tree(Heartbeat node) {
    return Tree.builder()
        .with("instance", node.instance())
        .with("agent", node.agentVersion())
        .withOptional("etcd", node.status().map(MemberStatus::version))
        .withOptional("installed", node.runs().installed().map(EtcdVersion::toString))
        .build();
  }

  private static List<Heartbeat> living(ClusterSummary summary) {
    return summary.nodes().stream()
        .filter(
            node -> summary.status().filter(status -> status.terminated(node.instance())).isEmpty())
        .toList();
  }
}
