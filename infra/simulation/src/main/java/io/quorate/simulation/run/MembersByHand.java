package io.quorate.simulation.run;

import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.MemberView;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.Optional;

/** A person who adds members with etcdctl, and whose machines never start. */
final class MembersByHand {
  private static final String OPERATOR = "from://operator:0";
  private static final long CALL_MILLIS = 5_000;

  private final SimWorld world;
  private int added;

  MembersByHand(SimWorld world) {
    this.world = world;
  }

  /** Asks the leader; whom that befalls, empty while nobody leads. */
  String add(SimCluster simCluster, boolean learner) {
    Optional<MemberView> leader = simCluster.leader();
    if (leader.isEmpty()) {
      return "";
    }
    String peerUrl = "http://192.0.2." + ++added + ":2380";
    simCluster.addsByHand(peerUrl);
    MemberView leads = leader.get();
    leads.members().stream()
        .filter(member -> member.id().equals(leads.member()) && member.started())
        .forEach(
            member ->
                world
                    .etcd()
                    .call(
                        OPERATOR,
                        member.clientUrl(),
                        new Call.Add(peerUrl, learner),
                        world.etcd().now() + CALL_MILLIS,
                        outcome -> answered(simCluster, peerUrl, outcome)));
    return (learner ? "learner " : "voter ") + peerUrl;
  }

  private void answered(SimCluster simCluster, String peerUrl, CallOutcome outcome) {
    world.tell("operator", "member add " + peerUrl + " at " + simCluster.name() + ": " + outcome);
  }
}
