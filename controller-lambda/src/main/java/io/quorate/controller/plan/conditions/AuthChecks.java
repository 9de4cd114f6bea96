package io.quorate.controller.plan.conditions;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.RefusedAgents;
import io.quorate.spec.TlsSettings;
import io.quorate.state.AccessRefused;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about etcd's access control. */
final class AuthChecks {
  private AuthChecks() {}

  /** etcd refuses agents: they have no certificate that etcd asks for, or are not root to it. */
  static Optional<String> withoutIdentity(ClusterState clusterState, Plan plan) {
    List<Heartbeat> refused =
        RefusedAgents.of(clusterState).stream().map(node -> node.heartbeat()).toList();
    return refused.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "etcd's access control is on and refuses the agents: "
                + refused.stream().map(AuthChecks::words).collect(Collectors.joining("; "))
                + ". Clients that are users of etcd are served. Until the agents are root nobody is"
                + " removed or replaced, and no snapshot is taken. "
                + wayOut(clusterState.view().spec().tls())
                + "; see docs/operations.md, AUTH_WITHOUT_IDENTITY");
  }

  private static String words(Heartbeat beat) {
    AccessRefused refused = beat.report().accessRefused().orElseThrow();
    return beat.instance()
        + " ("
        + refused.words()
        + (refused.quorumProven() ? ", after a quorum confirmed the read)" : ")");
  }

  private static String wayOut(TlsSettings tls) {
    if (tls.mode() == TlsSettings.Mode.OFF) {
      return "Connections are plain, so that agents can have no identity: etcdctl --user root auth"
          + " disable; for access control make a new cluster with tls.mode: managed and"
          + " tls.clients: required";
    }
    return tls.asksClients()
        ? "The common name of the agents' certificate has to be a user with role root: etcdctl"
            + " --user root user add NAME --no-password, then user grant-role NAME root"
        : "etcd asks for no client certificate, so that agents have no identity: etcdctl --user"
            + " root auth disable, then tls.clients: required in the spec, and once that is rolled"
            + " out auth enable";
  }
}
