package io.quorate.controller.plan.conditions;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.StoppedInstances;
import io.quorate.controller.plan.state.VoterDiagnosis;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Optional;

/** Conditions about the group's instances and their number. */
public final class InstanceChecks {
  private InstanceChecks() {}

  /** EC2 shows instances stopped, or did a moment ago. */
  public static Optional<String> stopped(ClusterState clusterState, Plan plan) {
    List<String> stopped =
        clusterState.status().stops().keySet().stream()
            .filter(instance -> StoppedInstances.stoppedOrJustStarted(clusterState, instance))
            .filter(instance -> !clusterState.health().gone(instance))
            .sorted()
            .map(instance -> standing(clusterState, instance))
            .toList();
    return stopped.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "EC2 shows instances stopped, or started within the last minute: "
                + String.join(", ", stopped)
                + "; their disks are whole and nothing is removed: start them (aws ec2"
                + " start-instances) and their members return. A node that stays stopped for "
                + clusterState.view().spec().timings().stoppedGrace().toSeconds()
                + " s (timings.stoppedGrace) is replaced, a voter only while the others are a"
                + " quorum");
  }

  private static String standing(ClusterState clusterState, InstanceId instance) {
    String since =
        StoppedInstances.since(clusterState, instance).map(at -> " since " + at).orElse("");
    String missing =
        clusterState
            .node(instance)
            .map(
                node ->
                    VoterDiagnosis.missing(clusterState, node)
                        .map(lack -> ", not replaced, for " + lack)
                        .orElse(", being replaced"))
            .orElse(", it never reported");
    return instance + " (" + clusterState.instance(instance) + since + missing + ")";
  }

  /** More members live than the group wishes. */
  public static Optional<String> capacityBelowMembers(ClusterState clusterState, Plan plan) {
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    long living =
        clusterState.members().list().stream()
            .flatMap(known -> known.entries().stream())
            .filter(member -> clusterState.deaths().of(member).isEmpty())
            .count();
    return living <= group.desired()
        ? Optional.empty()
        : Optional.of(
            "group "
                + clusterState.view().spec().group()
                + " wishes "
                + group.desired()
                + " instances, but "
                + living
                + " members are listed: this release cannot shrink a cluster, so no member is"
                + " removed and a member that dies beyond the wish is not replaced; set the desired"
                + " capacity back to "
                + living);
  }
}
