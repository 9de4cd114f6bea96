package io.quorate.controller.plan.access;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.spec.TlsSettings;
import io.quorate.state.OwnCertificates;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The names by which etcd's access control knows the agents: those of their certificates. */
public final class AgentIdentities {
  private static final String ROOT = "root";

  private AgentIdentities() {}

  /** The names of all agents that live; each needs the role root. */
  public static List<String> names(ClusterState clusterState) {
    TreeSet<String> names = new TreeSet<>();
    if (clusterState.view().spec().tls().mode() == TlsSettings.Mode.MANAGED) {
      names.add(ROOT);
    } else {
      living(clusterState).forEach(node -> name(node).ifPresent(names::add));
    }
    return List.copyOf(names);
  }

  /** Why nobody can be sure of them; empty where every living agent tells its own. */
  public static Optional<String> unknown(ClusterState clusterState) {
    if (clusterState.view().spec().tls().mode() == TlsSettings.Mode.MANAGED) {
      return Optional.empty();
    }
    List<String> silent =
        living(clusterState).stream()
            .filter(node -> name(node).isEmpty())
            .map(node -> node.heartbeat().instance().value())
            .sorted()
            .toList();
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the certificate of the agent has no common name, or is not told of, on "
                + String.join(", ", silent));
  }

  private static Optional<String> name(ObservedNode node) {
    return node.heartbeat().report().ownCertificates().flatMap(OwnCertificates::name);
  }

  private static List<ObservedNode> living(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .filter(node -> clusterState.health().living(node.heartbeat().instance()))
        .toList();
  }
}
