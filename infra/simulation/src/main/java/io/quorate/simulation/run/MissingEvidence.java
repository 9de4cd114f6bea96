package io.quorate.simulation.run;

import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.schedule.Times;
import io.quorate.simulation.world.SimCluster;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What keeps a cluster from being healthy, thing by thing, and since when each is lacking. */
final class MissingEvidence {
  private final Map<String, Long> since = new LinkedHashMap<>();

  /** Takes what is lacking now: what is not any more is forgotten. */
  void look(long now, List<String> missing) {
    since.keySet().retainAll(missing);
    missing.forEach(what -> since.putIfAbsent(what, now));
  }

  /** Whether nothing is. */
  boolean nothing() {
    return since.isEmpty();
  }

  /** One line for each thing, with when it was first seen to be lacking. */
  String words() {
    return since.entrySet().stream()
        .map(entry -> "\n    lacking since " + Times.at(entry.getValue()) + ": " + entry.getKey())
        .collect(Collectors.joining());
  }

  /** What a cluster lacks. */
  static List<String> of(SimCluster simCluster, Optional<Status> status) {
    List<String> missing = new ArrayList<>();
    if (status.isEmpty()) {
      missing.add("a status that can be read");
    }
    simCluster.group().instances().stream()
        .filter(Instance::toBeTaken)
        .forEach(
            instance ->
                missing.add("the end of " + instance.id() + ", of which the cloud gave notice"));
    if (rests(simCluster, status)) {
      long left = simCluster.group().instances().stream().filter(Instance::counted).count();
      if (left > 0) {
        missing.add("the end of " + left + " instances of a cluster that hibernates");
      }
      return missing;
    }
    Optional<MemberView> leader = simCluster.leader();
    boolean learnerByHand = leader.filter(leads -> learnerByHand(leads, simCluster)).isPresent();
    status.ifPresent(shown -> inStatus(shown, learnerByHand, missing));
    if (leader.isEmpty()) {
      missing.add("a leader");
    }
    leader.ifPresent(leads -> inMembership(leads, simCluster, status, missing));
    leader
        .filter(leads -> simCluster.accessControl().possible())
        .ifPresent(
            leads ->
                missing.addAll(MissingRights.of(simCluster.accessControl(), leads.auth(), status)));
    leader.filter(MemberView::noSpace).ifPresent(leads -> missing.addAll(ofRoom(leads, status)));
    leader
        .filter(leads -> !status.map(MissingEvidence::disputed).orElse(false))
        .ifPresent(leads -> inData(leads, simCluster, missing));
    return missing;
  }

  /** Where all is lost and the group wants no instance a person is told to have it want some. */
  private static boolean rests(SimCluster simCluster, Optional<Status> status) {
    return simCluster.group().desired() == 0
        && status
            .filter(shown -> shown.phase() == Phase.HIBERNATED || shows(shown, "wants no instance"))
            .isPresent();
  }

  private static boolean shows(Status shown, String words) {
    return shown.conditions().stream()
        .anyMatch(
            held -> held.type() == Condition.Type.RECOVERY_WAITS && held.message().contains(words));
  }

  /** What is in the way of a hibernation is named; nobody leaves meanwhile. */
  private static boolean kept(Optional<Status> status) {
    return status.stream()
        .flatMap(shown -> shown.conditions().stream())
        .anyMatch(held -> held.type() == Condition.Type.CAPACITY_BELOW_MEMBERS);
  }

  /** A learner that a person added stays until a member is missing; the status names it. */
  private static boolean learnerByHand(MemberView leads, SimCluster simCluster) {
    return leads.members().stream()
        .anyMatch(member -> member.learner() && simCluster.addedByHand(member));
  }

  private static void inStatus(Status shown, boolean learnerByHand, List<String> missing) {
    boolean named =
        shown.conditions().stream()
            .anyMatch(condition -> condition.type() == Condition.Type.MEMBER_NEVER_STARTED);
    if (learnerByHand && !named) {
      missing.add("the condition MEMBER_NEVER_STARTED");
    }
    if (shown.phase() != (learnerByHand ? Phase.DEGRADED : Phase.HEALTHY)) {
      missing.add("phase HEALTHY in the status");
    }
    shown
        .operation()
        .ifPresent(
            open ->
                missing.add(
                    "the close of "
                        + open.kind()
                        + " "
                        + open.commandId()
                        + " on "
                        + open.executor()
                        + ", open since "
                        + open.since()
                        + (open.cancelRequested() ? ", its cancel is asked for" : "")));
    shown
        .terminations()
        .forEach(intent -> missing.add("EC2's word that " + intent.instance() + " is terminated"));
  }

  private static void inMembership(
      MemberView leads, SimCluster simCluster, Optional<Status> status, List<String> missing) {
    int desired = simCluster.group().desired();
    if (desired > 0) {
      inNumber(leads, simCluster, desired, missing);
    } else if (!kept(status)) {
      missing.add("the hibernation of a cluster whose group wants no instance");
    }
    leads.members().stream()
        .filter(member -> member.learner() && !simCluster.addedByHand(member))
        .forEach(member -> missing.add("the promotion or removal of learner " + member.id()));
    leads.members().stream()
        .filter(member -> !member.learner() && member.started() && simCluster.addedByHand(member))
        .forEach(member -> missing.add("the own peer URL of voter " + member.id()));
    List<MemberId> running = simCluster.members().stream().map(MemberView::member).toList();
    simCluster
        .told()
        .filter(told -> !told.keySet().equals(homes(leads, simCluster)))
        .ifPresent(told -> missing.add("the voters' addresses at the name, which tells " + told));
    leads.voters().stream()
        .filter(voter -> !running.contains(voter))
        .forEach(voter -> missing.add("a running etcd of voter " + voter));
  }

  private static void inNumber(
      MemberView leads, SimCluster simCluster, int desired, List<String> missing) {
    if (leads.voters().size() != desired) {
      missing.add(desired + " voters in the leader's list");
    }
    long counted = simCluster.group().instances().stream().filter(Instance::counted).count();
    if (counted > desired) {
      missing.add("the end of " + (counted - desired) + " instances beyond the desired capacity");
    }
  }

  private static Set<InstanceId> homes(MemberView leads, SimCluster simCluster) {
    return simCluster.fleet().nodes().stream()
        .map(SimNode::machine)
        .filter(
            machine ->
                machine
                    .etcd()
                    .flatMap(ModelProcess::memberView)
                    .filter(member -> leads.voters().contains(member.member()))
                    .isPresent())
        .map(machine -> machine.instance().id())
        .collect(Collectors.toSet());
  }

  /** Of one or two voters none is defragmented: the status leaves it to a person. */
  private static List<String> ofRoom(MemberView leads, Optional<Status> status) {
    boolean named =
        status.stream()
            .flatMap(shown -> shown.conditions().stream())
            .anyMatch(condition -> condition.type() == Condition.Type.ETCD_ALARM);
    if (leads.voters().size() > 2) {
      return List.of("the end of the alarm NOSPACE");
    }
    return named ? List.of() : List.of("the condition ETCD_ALARM");
  }

  /** Voters that differ while no majority is right: the status names them. */
  private static boolean disputed(Status shown) {
    return shown.conditions().stream()
        .anyMatch(condition -> condition.type() == Condition.Type.DATA_DISPUTED);
  }

  private static void inData(MemberView leads, SimCluster simCluster, List<String> missing) {
    long kinds =
        simCluster.members().stream()
            .filter(view -> leads.voters().contains(view.member()))
            .mapToLong(MemberView::changed)
            .distinct()
            .count();
    if (simCluster.maintained() && kinds > 1) {
      missing.add("the same data on all voters, or the condition DATA_DISPUTED");
    }
  }

  /** What the status tells of it, for a person. */
  static String told(Status shown) {
    String conditions =
        "\n    the status shows "
            + shown.phase()
            + shown.conditions().stream()
                .map(condition -> "\n    " + told(condition))
                .collect(Collectors.joining());
    return conditions
        + shown
            .lastDecision()
            .map(
                last ->
                    "\n    last decision "
                        + last.decision()
                        + " "
                        + last.reason()
                        + " at "
                        + last.at()
                        + ": "
                        + last.message())
            .orElse("");
  }

  private static String told(Condition condition) {
    return condition.type() + " since " + condition.since() + ": " + condition.message();
  }
}
