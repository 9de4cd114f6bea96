package io.quorate.controller.plan.dns;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.InstanceId;
import io.quorate.state.DnsRecords;
import io.quorate.state.DnsRecords.Failure;
import io.quorate.state.DnsRecords.Obstacle;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Conditions about the records of the cluster's name. */
public final class DnsChecks {
  private DnsChecks() {}

  /** Route 53 does not take the records, or does not tell them. */
  public static Optional<String> late(ClusterState clusterState) {
    return failed(clusterState, false, (dns, failure) -> late(clusterState, dns, failure));
  }

  private static Optional<String> failed(
      ClusterState clusterState, boolean taken, BiFunction<DnsRecords, Failure, String> words) {
    return clusterState
        .status()
        .dns()
        .flatMap(
            dns ->
                dns.failure()
                    .filter(failure -> taken == (failure.obstacle() == Obstacle.TAKEN))
                    .map(failure -> words.apply(dns, failure)));
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static String late(ClusterState clusterState, DnsRecords dns, Failure failure) {
    return "the records of "
        + dns.name()
        + " in zone "
        + dns.zone()
        + dns.lateSince()
            .map(
                since ->
                    " are late by "
                        + minutes(Duration.between(since, clusterState.view().observedAt()))
                        + ", since "
                        + seconds(since)
                        + ": they tell "
                        + told(dns.written())
                        + ", and are to tell "
                        + told(dns.intended()))
            .orElse(" cannot be compared with what they are to be")
        + "; Route 53: "
        + failure.words()
        + " (at "
        + seconds(failure.at())
        + "). Nothing waits for it; it is tried again by each turn. "
        + wayOut(clusterState, dns, failure.obstacle());
  }

  private static String wayOut(ClusterState clusterState, DnsRecords dns, Obstacle obstacle) {
    return switch (obstacle) {
      case THROTTLED ->
          "The account makes more than five calls a second of Route 53: find who does; it ends by"
              + " itself";
      case DENIED ->
          "Give the controller's role the right to this name: dns_zones of the module control-plane,"
              + " with zone "
              + dns.zone()
              + " and "
              + dns.name()
              + "; a zone of another account cannot be written";
      case NO_ZONE ->
          "Correct dns.zone in the spec of "
              + clusterState.view().cluster()
              + ": aws route53 list-hosted-zones-by-name shows the ids";
      case REFUSED ->
          "Compare by aws route53 list-resource-record-sets --hosted-zone-id "
              + dns.zone()
              + "; a name outside of the zone, or a record beside with a routing policy, is refused"
              + " each time";
      case UNANSWERED ->
          "Check the controller's way to Route 53, which is on the internet: a function in a VPC"
              + " needs a NAT gateway";
      case TAKEN -> throw new IllegalStateException("not late, but taken");
    };
  }

  private static String minutes(Duration late) {
    return late.compareTo(Duration.ofMinutes(1)) < 0
        ? "less than a minute"
        : late.toMinutes() + " min";
  }

  private static String told(Map<InstanceId, String> members) {
    return members.isEmpty() ? "nobody" : new TreeSet<>(members.keySet()).toString();
  }

  /** The name has records of somebody else. */
  public static Optional<String> taken(ClusterState clusterState) {
    return failed(
        clusterState,
        true,
        (dns, failure) ->
            dns.name()
                + " in zone "
                + dns.zone()
                + " has records that are not this cluster's: "
                + failure.words().substring(Failure.NAME_TAKEN.length() + 2)
                + " (at "
                + seconds(failure.at())
                + "). Nothing is written over them, and clients are not led to this cluster by the"
                + " name. Delete them, and the next turn takes the name; or give the cluster"
                + " another dns.name");
  }

  /** Somebody changed records by hand. */
  public static Optional<String> putBack(ClusterState clusterState) {
    return clusterState
        .status()
        .dns()
        .flatMap(
            dns ->
                dns.putBack()
                    .map(
                        found ->
                            "somebody changed the records of "
                                + dns.name()
                                + " in zone "
                                + dns.zone()
                                + ", and they were put back at "
                                + seconds(found.at())
                                + "; found was: "
                                + found.words()
                                + ". Find who changes them: CloudTrail shows"
                                + " ChangeResourceRecordSets. It is shown until a comparison, each"
                                + " hour, finds nothing changed"));
  }
}
