package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.Hibernation;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.group.HeldLeave;
import io.quorate.controller.plan.group.Interruptions;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.group.ScaleInVictim;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.Interruption;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

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

  /** The cloud is about to take instances that hold a member. */
  public static Optional<String> interrupted(ClusterState clusterState, Plan plan) {
    return told(
        clusterState,
        word -> !word.advises(),
        (instance, word) ->
            instance
                + " will "
                + word.action()
                + " at "
                + word.at()
                + (word.terminates()
                    ? " ("
                        + HeldLeave.missing(clusterState, instance)
                            .map(why -> "its member does not leave yet: " + why)
                            .orElse("its member leaves before")
                        + ")"
                    : " (its disk stays, and its member keeps its seat)"),
        "the cloud takes instances: ",
        "");
  }

  /** The cloud advises to replace instances that hold a member. */
  public static Optional<String> rebalance(ClusterState clusterState, Plan plan) {
    return told(
        clusterState,
        Interruption::advises,
        (instance, word) -> instance + " since " + word.at(),
        "the cloud advises to replace instances, for an interruption is likelier than usual: ",
        "; Quorate does nothing because of it. To replace one in time: aws autoscaling"
            + " terminate-instance-in-auto-scaling-group --no-should-decrement-desired-capacity"
            + " --instance-id, one at a time");
  }

  private static Optional<String> told(
      ClusterState clusterState,
      Predicate<Interruption> which,
      BiFunction<InstanceId, Interruption, String> words,
      String head,
      String tail) {
    List<String> all =
        clusterState.nodes().stream()
            .map(node -> node.heartbeat().instance())
            .filter(instance -> !clusterState.members().listed(instance).isEmpty())
            .flatMap(
                instance ->
                    Interruptions.of(clusterState, instance)
                        .filter(which)
                        .map(word -> words.apply(instance, word))
                        .stream())
            .toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(head + String.join(", ", all) + tail);
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

  /** More members live than desired: which one leaves, or why none does. */
  public static Optional<String> capacityBelowMembers(ClusterState clusterState, Plan plan) {
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    long living =
        clusterState.members().list().stream()
            .flatMap(known -> known.entries().stream())
            .filter(member -> clusterState.deaths().of(member).isEmpty())
            .filter(member -> !ForeignLearners.of(clusterState).contains(member))
            .count();
    if (living <= group.desired()) {
      return Optional.empty();
    }
    if (group.desired() == 0) {
      return awaitsHibernation(clusterState);
    }
    String name = clusterState.view().spec().group();
    return Optional.of(
        "group "
            + name
            + " wants "
            + group.desired()
            + " instances, but "
            + living
            + (living == 1 ? " member is" : " members are")
            + " listed: "
            + leaving(clusterState, plan));
  }

  private static Optional<String> awaitsHibernation(ClusterState clusterState) {
    List<String> objections = Hibernation.objections(clusterState);
    return objections.isEmpty() || RunningRecovery.of(clusterState).isPresent()
        ? Optional.empty()
        : Optional.of(
            "group "
                + clusterState.view().spec().group()
                + " wants no instance, and the cluster cannot hibernate yet, so that all members"
                + " stay: "
                + String.join("; ", objections)
                + "; see docs/operations.md, CAPACITY_BELOW_MEMBERS");
  }

  private static String leaving(ClusterState clusterState, Plan plan) {
    List<InstanceId> leaving = ScaleIn.underWay(clusterState, plan.status().group());
    if (plan.decision() instanceof NoOp) {
      Optional<String> stays =
          ScaleInVictim.of(clusterState)
              .filter(ScaleInVictim.Choice.Nobody.class::isInstance)
              .map(choice -> ((ScaleInVictim.Choice.Nobody) choice).why());
      if (stays.isPresent()) {
        return "nobody leaves yet: " + stays.get();
      }
    }
    if (!leaving.isEmpty()) {
      return leaving + " leaves; members leave one at a time";
    }
    return ScaleIn.surplus(clusterState)
        ? "members leave one at a time, once nothing else is under way"
        : "no more instances are in service than desired, so nobody leaves: members on instances that"
            + " are detached, in standby or terminating keep their seats until those end";
  }
}
