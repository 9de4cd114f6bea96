package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.state.Birth;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Voter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Why a voter does not serve, and what brings it back or stops its replacement; for people. */
final class VoterStanding {
  private VoterStanding() {}

  /**
   * One phrase for each voter that does not serve, by the list that a quorum last proved, else the
   * birth's.
   */
  static List<String> ofThoseThatDoNotServe(Situation situation) {
    return situation
        .status()
        .proven()
        .map(proven -> listed(situation, voters(proven)))
        .orElseGet(() -> founding(situation));
  }

  private static List<MemberEntry> voters(ProvenMembership proven) {
    return proven.members().stream().filter(member -> !member.learner()).toList();
  }

  private static List<String> listed(Situation situation, List<MemberEntry> voters) {
    Set<Node> healthy = Set.copyOf(situation.healthyVoters());
    List<MemberEntry> unheard = Unheard.voters(situation);
    return voters.stream()
        .filter(
            voter ->
                unheard.contains(voter)
                    || situation.holderOf(voter).filter(healthy::contains).isEmpty())
        .map(voter -> of(situation, voter))
        .toList();
  }

  private static List<String> founding(Situation situation) {
    return situation.view().lineage().birth().map(Birth::voters).orElse(List.of()).stream()
        .map(Voter::instance)
        .map(
            instance ->
                instance
                    + situation
                        .node(instance)
                        .map(node -> " (" + state(situation, node) + ")")
                        .orElse(" (never registered)"))
        .toList();
  }

  private static String of(Situation situation, MemberEntry voter) {
    String who = situation.instanceOf(voter).map(Object::toString).orElse("member " + voter.id());
    Optional<String> dead = situation.death(voter).map(Death::why);
    String why =
        dead.map(proof -> "dead: " + proof + "; removed once the others are a quorum without it")
            .or(() -> situation.nodeOf(voter).map(node -> state(situation, node)))
            .orElse("belongs to no registered node");
    return who + " (" + why + ")";
  }

  private static String state(Situation situation, Node node) {
    Heartbeat heartbeat = node.heartbeat();
    if (situation.gone(heartbeat.instance())) {
      return "EC2 shows it terminated";
    }
    if (Stops.stopped(situation.instance(heartbeat.instance())) && !situation.silent(node)) {
      return "EC2 shows it stopped";
    }
    if (situation.silent(node)) {
      return "silent since "
          + node.observation().since()
          + lacking(situation, node).map(lack -> "; not replaced, for " + lack).orElse("");
    }
    if (heartbeat.data().unusable()) {
      return "its data is " + heartbeat.data();
    }
    return switch (heartbeat.process()) {
      case STOPPED -> "its etcd is stopped; its agent starts it when it may";
      case STARTING -> "its etcd is starting";
      case BACKING_OFF -> "its etcd exited; its agent starts it again";
      case UNRESPONSIVE -> "its etcd runs but does not answer";
      case ANSWERING ->
          situation.serving(node)
              ? "it says that it serves, but gives the leader no answer"
              : "its etcd answers but " + doubt(heartbeat);
    };
  }

  /** The first piece of evidence that a silent node's replacement lacks. */
  static Optional<String> lacking(Situation situation, Node node) {
    return ReplaceHungNewcomer.newcomer(situation, node)
        ? ReplaceHungNewcomer.lacking(situation, node)
        : ReplaceHungNode.lacking(situation, node);
  }

  private static String doubt(Heartbeat heartbeat) {
    if (heartbeat.status().filter(status -> status.leader().isPresent()).isEmpty()) {
      return "follows no leader";
    }
    return heartbeat.quorumProven()
        ? "is not in this generation's cluster, or not listed as a voter"
        : "proves no quorum";
  }
}
