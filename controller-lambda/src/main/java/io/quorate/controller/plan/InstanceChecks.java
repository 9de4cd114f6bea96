package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Optional;

/** Conditions about the group's instances and their number. */
final class InstanceChecks {
  private InstanceChecks() {}

  /** EC2 shows instances stopped, or did a moment ago. */
  static Optional<String> stopped(Situation situation, Plan plan) {
    List<String> stopped =
        situation.status().stops().keySet().stream()
            .filter(instance -> Stops.stoppedOrJustStarted(situation, instance))
            .filter(instance -> !situation.gone(instance))
            .sorted()
            .map(instance -> standing(situation, instance))
            .toList();
    return stopped.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "EC2 shows instances stopped, or started within the last minute: "
                + String.join(", ", stopped)
                + "; their disks are whole and nothing is removed: start them (aws ec2"
                + " start-instances) and their members return. A node that stays stopped for "
                + situation.view().spec().timings().stoppedGrace().toSeconds()
                + " s (timings.stoppedGrace) is replaced, a voter only while the others are a"
                + " quorum");
  }

  private static String standing(Situation situation, InstanceId instance) {
    String since = Stops.since(situation, instance).map(at -> " since " + at).orElse("");
    String lacking =
        situation
            .node(instance)
            .map(
                node ->
                    VoterStanding.lacking(situation, node)
                        .map(lack -> ", not replaced, for " + lack)
                        .orElse(", being replaced"))
            .orElse(", it never reported");
    return instance + " (" + situation.instance(instance) + since + lacking + ")";
  }

  /** More members live than the group wishes. */
  static Optional<String> capacityBelowMembers(Situation situation, Plan plan) {
    if (!(situation.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    long living =
        situation.membership().stream()
            .flatMap(known -> known.entries().stream())
            .filter(member -> situation.death(member).isEmpty())
            .count();
    return living <= group.desired()
        ? Optional.empty()
        : Optional.of(
            "group "
                + situation.view().spec().group()
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
