package io.quorate.controller.plan.certificates;

import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.certificates.CertificateExpiries.Expiry;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.OwnCertificates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions about certificates that run out. */
public final class CertificateChecks {
  /** A node's certificates are renewed before; whoever sees this has a month to find out why. */
  private static final Duration AHEAD = Duration.ofDays(30);

  /** An authority is not renewed: a person makes a new cluster, and moves every client to it. */
  private static final Duration AUTHORITY_AHEAD = Duration.ofDays(180);

  private CertificateChecks() {}

  /** The message of CERTIFICATE_EXPIRES while it holds. */
  public static Optional<String> expires(ClusterState clusterState, Plan plan) {
    Instant now = clusterState.view().observedAt();
    return told(
        clusterState,
        CertificateExpiries.of(clusterState).stream()
            .filter(expiry -> expiry.at().isAfter(now))
            .filter(expiry -> !expiry.at().isAfter(now.plus(ahead(expiry))))
            .filter(expiry -> !renewedBy(plan, expiry)),
        " expires at ");
  }

  private static Duration ahead(Expiry expiry) {
    return expiry.node().isPresent() ? AHEAD : AUTHORITY_AHEAD;
  }

  /** The message of CERTIFICATE_EXPIRED while it holds. */
  public static Optional<String> expired(ClusterState clusterState, Plan plan) {
    Instant now = clusterState.view().observedAt();
    return told(
            clusterState,
            CertificateExpiries.of(clusterState).stream()
                .filter(expiry -> !expiry.at().isAfter(now))
                .filter(expiry -> !renewedBy(plan, expiry)),
            " has expired at ")
        .map(
            text ->
                text
                    + ". Members that it concerns are turned away at the next connection; nobody is"
                    + " removed or replaced for that");
  }

  /** The message of CERTIFICATE_UNFIT while it holds. */
  public static Optional<String> unfit(ClusterState clusterState) {
    String all =
        clusterState.nodes().stream()
            .map(node -> node.heartbeat().instance())
            .filter(instance -> !clusterState.health().gone(instance))
            .flatMap(
                instance ->
                    unfit(clusterState, instance).map(why -> instance + ": " + why).stream())
            .collect(Collectors.joining("; "));
    return Optional.of(all)
        .filter(text -> !text.isEmpty())
        .map(
            text ->
                text
                    + ". A node goes on with what fitted before; one that has nothing does not"
                    + " start its etcd");
  }

  private static Optional<String> unfit(ClusterState clusterState, InstanceId instance) {
    return clusterState.nodes().stream()
        .map(ObservedNode::heartbeat)
        .filter(row -> row.instance().equals(instance))
        .flatMap(row -> row.report().ownCertificates().flatMap(OwnCertificates::unfit).stream())
        .findFirst();
  }

  /** The turn that renews it does not show the condition. */
  private static boolean renewedBy(Plan plan, Expiry expiry) {
    return plan.decision()
        .certificates()
        .filter(
            order ->
                order.nodes().stream()
                    .map(CertificateOrder.Node::instance)
                    .anyMatch(instance -> expiry.node().equals(Optional.of(instance))))
        .isPresent();
  }

  private static Optional<String> told(
      ClusterState clusterState, Stream<Expiry> expiries, String when) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    expiries.forEach(
        expiry ->
            byReason
                .computeIfAbsent(why(clusterState, expiry), why -> new ArrayList<>())
                .add(expiry.of() + when + expiry.at()));
    String all =
        byReason.entrySet().stream()
            .map(told -> String.join(", ", told.getValue()) + ": " + told.getKey())
            .collect(Collectors.joining("; "));
    return Optional.of(all).filter(text -> !text.isEmpty());
  }

  private static String why(ClusterState clusterState, Expiry expiry) {
    if (expiry.node().isEmpty()) {
      return "an authority is not renewed, and what it signed ends with it; "
          + (expiry.at().isAfter(clusterState.view().observedAt()) ? "before that, " : "")
          + "begin a new cluster with a snapshot of this one (quorate snapshot take "
          + clusterState.view().cluster()
          + " --wait, then quorate apply --from-snapshot), give its clients certificates, and move"
          + " them to it";
    }
    InstanceId instance = expiry.node().get();
    if (!clusterState.view().spec().tls().managed()) {
      return unfit(clusterState, instance)
          .orElse(
              "renew the files that tls.files names, on that node: certificates and keys are taken"
                  + " at once; an authority is changed by a file of another name and a spec that"
                  + " names it");
    }
    return CertificateNeeds.of(clusterState).stream()
        .filter(need -> need.row().instance().equals(instance))
        .findFirst()
        .map(
            need ->
                need.refused()
                    .or(() -> bucket(clusterState))
                    .orElse("the next turn has it signed again"))
        .orElse(
            "its agent is silent and asks for no other; start the agent, and it is signed again");
  }

  private static Optional<String> bucket(ClusterState clusterState) {
    return clusterState
        .status()
        .tasks()
        .bucket()
        .failing(BucketUse.AUTHORITIES)
        .map(BucketUpkeep.Failing::why)
        .map(why -> "the bucket with the authorities' keys refuses, " + why);
  }
}
