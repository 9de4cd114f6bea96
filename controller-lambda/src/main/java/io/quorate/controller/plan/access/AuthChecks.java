package io.quorate.controller.plan.access;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.ClosedVoters;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.AuthFault;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.TlsSettings;
import io.quorate.state.AccessRefused;
import io.quorate.state.AuthWork;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions about etcd's access control. */
public final class AuthChecks {
  private AuthChecks() {}

  /** etcd refuses agents: they have no certificate that etcd asks for, or are not root to it. */
  public static Optional<String> withoutIdentity(ClusterState clusterState, Plan plan) {
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

  /** etcd's access control is not what the spec asks for. */
  public static Optional<String> differs(ClusterState clusterState) {
    return clusterState
        .view()
        .spec()
        .auth()
        .filter(auth -> clusterState.view().lineage().state() == Lineage.State.COMMITTED)
        .flatMap(
            auth ->
                AuthDue.applied(clusterState, auth)
                    ? found(clusterState, auth)
                    : Optional.of(notApplied(clusterState, auth)));
  }

  private static String notApplied(ClusterState clusterState, AuthSettings auth) {
    String head =
        "the spec's access control is not applied yet"
            + (auth.enabled() && ClosedVoters.of(clusterState).isEmpty()
                ? ": clients may do what it does not allow"
                : "");
    return head
        + obstacle(clusterState, auth)
            .map(why -> ". It waits: " + why)
            .orElse(". One voter's agent applies it now")
        + ". It is tried again by itself";
  }

  /** What keeps it from being applied. */
  static Optional<String> obstacle(ClusterState clusterState, AuthSettings auth) {
    return AuthDue.inTheWay(clusterState, auth)
        .or(
            () ->
                Optional.ofNullable(
                        clusterState.status().tasks().last().get(CommandKind.APPLY_AUTH))
                    .filter(last -> last.failures() > 0)
                    .map(last -> last.executor() + " could not apply it: " + last.detail()))
        .or(() -> noExecutor(clusterState));
  }

  private static Optional<String> noExecutor(ClusterState clusterState) {
    return clusterState.nodes().stream()
            .anyMatch(node -> node.heartbeat().report().knows(CommandKind.APPLY_AUTH))
        ? Optional.empty()
        : Optional.of(MaintenanceExecutors.whyNone(clusterState, CommandKind.APPLY_AUTH));
  }

  private static Optional<String> found(ClusterState clusterState, AuthSettings auth) {
    Optional<AuthWork.Seen> seen = clusterState.status().tasks().auth().seen();
    List<String> found =
        seen.stream()
            .flatMap(now -> Stream.of(now.differs(), now.why()))
            .filter(t -> !t.isEmpty())
            .toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "etcd's users and roles are not what the spec says, by a look at "
                + seen.orElseThrow().at().truncatedTo(ChronoUnit.SECONDS)
                + ": "
                + String.join("; ", found)
                + ". "
                + (auth.enforce()
                    ? "auth.enforce has it changed back with the next look, within the hour, or at"
                        + " once with quorate auth refresh"
                    : "Nothing is changed back while auth.enforce is false: take it into the spec,"
                        + " undo it by hand, or set auth.enforce; users and roles that the spec does"
                        + " not name go with auth.prune"));
  }

  /** What access control refuses comes through all the same. */
  public static Optional<String> unsound(ClusterState clusterState) {
    boolean on =
        clusterState.view().spec().auth().filter(AuthSettings::enabled).isPresent()
            && clusterState
                .status()
                .tasks()
                .auth()
                .seen()
                .filter(AuthWork.Seen::enabled)
                .isPresent();
    TreeMap<String, String> faults = new TreeMap<>();
    for (ObservedNode node : clusterState.quorum().healthyVoters()) {
      node.heartbeat()
          .status()
          .flatMap(status -> AuthFault.of(status.version()))
          .ifPresent(fault -> faults.put(node.heartbeat().instance().value(), fault));
    }
    return !on || faults.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "access control is on, and members run a release of etcd under which a client can see"
                + " by watches, and do by nested transactions, what its roles do not allow: "
                + faults.entrySet().stream()
                    .map(fault -> fault.getKey() + " (" + fault.getValue() + ")")
                    .collect(Collectors.joining(", "))
                + ". Store a sound release with quorate release add, and apply its version");
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
