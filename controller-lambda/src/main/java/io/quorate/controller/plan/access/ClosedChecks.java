package io.quorate.controller.plan.access;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.ClosedVoters;
import io.quorate.spec.AuthSettings;
import io.quorate.state.Condition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Conditions of a cluster that is closed to clients until its access control is on. */
public final class ClosedChecks {
  /** Access control is applied within seconds where nothing is wrong. */
  private static final Duration LONG = Duration.ofMinutes(3);

  private ClosedChecks() {}

  /** No client is served; told from the first moment on. */
  public static Optional<String> untilAuth(ClusterState clusterState) {
    return ClosedVoters.names(clusterState)
        .map(
            names ->
                "no client is served: etcd listens on loopback only on "
                    + names
                    + ", for the spec asks for access control and the data of this generation began"
                    + " without it. "
                    + next(clusterState)
                    + ". Nobody joins meanwhile");
  }

  private static String next(ClusterState clusterState) {
    Optional<AuthSettings> auth = clusterState.view().spec().auth().filter(AuthSettings::enabled);
    if (auth.isEmpty()) {
      return "The spec does not ask for it any more: the agents open etcd as soon as they have read"
          + " that";
    }
    if (AuthDue.applied(clusterState, auth.get())) {
      return "It is applied: the agents open etcd as soon as they see it on";
    }
    return AuthChecks.obstacle(clusterState, auth.get())
        .map(
            why ->
                "It cannot be applied: "
                    + why
                    + ". It is tried again by itself, each 10 s after a failure")
        .orElse("One voter's agent applies it now, and etcd is opened");
  }

  /** The same for minutes: a person has to mend what keeps access control from being applied. */
  public static Optional<String> tooLong(ClusterState clusterState) {
    Optional<Instant> since =
        clusterState.view().status().conditions().stream()
            .filter(held -> held.type() == Condition.Type.CLOSED_UNTIL_AUTH)
            .map(Condition::since)
            .findFirst();
    return since
        .filter(at -> !clusterState.view().observedAt().isBefore(at.plus(LONG)))
        .flatMap(
            at ->
                ClosedVoters.names(clusterState)
                    .map(
                        names ->
                            "no client has been served since "
                                + at.truncatedTo(ChronoUnit.SECONDS)
                                + " ("
                                + names
                                + " is closed until access control is on). "
                                + next(clusterState)
                                + ". Mend that; or apply the spec with auth.enabled: false, which"
                                + " opens the cluster without access control to every client with a"
                                + " certificate; see docs/operations.md, CLOSED_TOO_LONG"));
  }
}
