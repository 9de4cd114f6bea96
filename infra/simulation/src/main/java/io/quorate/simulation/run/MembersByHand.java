package io.quorate.simulation.run;

import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberView;
import io.quorate.simulation.node.SimFleet;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.List;

/** A person who adds members with etcdctl, whose machines never start, or changes a peer URL. */
final class MembersByHand {
  private static final String OPERATOR = "from://operator:0";
  private static final long CALL_MILLIS = 5_000;

  private final SimWorld world;
  private int listed;

  MembersByHand(SimWorld world) {
    this.world = world;
  }

  /** Asks the leader; whom that befalls, empty while nobody leads. */
  String add(SimCluster simCluster, boolean learner) {
    return simCluster
        .leader()
        .map(
            leads -> {
              String peerUrl = nowhere(simCluster);
              ask(simCluster, leads, new Call.Add(peerUrl, learner));
              return (learner ? "learner " : "voter ") + peerUrl;
            })
        .orElse("");
  }

  /** The same of a voter that has started. */
  String changeUrl(SimCluster simCluster, int pick) {
    return simCluster.leader().map(leads -> changeUrl(simCluster, leads, pick)).orElse("");
  }

  private String changeUrl(SimCluster simCluster, MemberView leads, int pick) {
    List<Member> voters =
        leads.members().stream().filter(member -> !member.learner() && member.started()).toList();
    if (voters.isEmpty()) {
      return "";
    }
    Member voter = voters.get(pick % voters.size());
    String peerUrl = nowhere(simCluster);
    ask(simCluster, leads, new Call.Update(voter.id(), peerUrl));
    return voter.id() + " " + peerUrl;
  }

  private String nowhere(SimCluster simCluster) {
    String peerUrl = "http://192.0.2." + ++listed + ":2380";
    simCluster.addsByHand(peerUrl);
    return peerUrl;
  }

  private void ask(SimCluster simCluster, MemberView leads, Call call) {
    leads.members().stream()
        .filter(member -> member.id().equals(leads.member()) && member.started())
        .forEach(
            member ->
                world
                    .etcd()
                    .call(
                        OPERATOR,
                        SimFleet.AGENT,
                        member.clientUrl(),
                        call,
                        world.etcd().now() + CALL_MILLIS,
                        outcome ->
                            world.tell(
                                "operator", call + " at " + simCluster.name() + ": " + outcome)));
  }
}
