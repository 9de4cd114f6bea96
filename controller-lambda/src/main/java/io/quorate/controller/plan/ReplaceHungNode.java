package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Operation;
import io.quorate.state.PeerView;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Terminates a node that hangs: silent towards the controller while EC2 calls it running. Silence
 * alone is never enough (I7). All of these must hold:
 *
 * <ol>
 *   <li>the leader has seen its member neither answer nor hold a raft connection for {@code
 *       silentGrace};
 *   <li>the other healthy voters prove a quorum by linearizable reads without it (I2);
 *   <li>no change is open, but one that hangs with this very node;
 *   <li>the group holds it, EC2 says running, and the fleet brake is off.
 * </ol>
 */
final class ReplaceHungNode implements Rule {
  private final boolean onlyTheExecutor;

  private ReplaceHungNode(boolean onlyTheExecutor) {
    this.onlyTheExecutor = onlyTheExecutor;
  }

  /** While no change is open. */
  static Rule whileNothingIsOpen() {
    return new ReplaceHungNode(false);
  }

  /** While a change is open whose executor is the one that hangs. */
  static Rule whereItsOwnChangeIsOpen() {
    return new ReplaceHungNode(true);
  }

  @Override
  public String name() {
    return onlyTheExecutor ? "ReplaceHungExecutor" : "ReplaceHungNode";
  }

  @Override
  public Optional<Plan> consider(Situation situation) {
    if (Brake.on(situation.view().fleet()) || !situation.status().terminations().isEmpty()) {
      return Optional.empty();
    }
    return situation.nodes().stream()
        .filter(node -> hangs(situation, node))
        .findFirst()
        .map(node -> intend(situation, node));
  }

  private boolean hangs(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Optional<MemberId> member = node.heartbeat().identity().map(MemberIdentity::memberId);
    return situation.silent(node)
        && !situation.gone(instance)
        && situation.instance(instance) == InstanceState.RUNNING
        && situation.view().group() instanceof GroupView.Observed group
        && group.keeps(instance)
        && nothingElseOpen(situation, instance)
        && member.filter(id -> provenInactive(situation, node, id)).isPresent();
  }

  private boolean nothingElseOpen(Situation situation, InstanceId instance) {
    Optional<Operation> open = situation.status().operation();
    return onlyTheExecutor
        ? open.filter(operation -> operation.executor().equals(instance)).isPresent()
        : open.isEmpty();
  }

  private static boolean provenInactive(Situation situation, Node node, MemberId member) {
    long graceMillis = situation.view().spec().timings().silentGrace().toMillis();
    boolean listed = situation.membership().flatMap(known -> known.member(member)).isPresent();
    boolean leaderSeesItInactive =
        situation
            .leader()
            .flatMap(leader -> leader.heartbeat().viewOf(member))
            .filter(view -> inactiveFor(view, graceMillis))
            .isPresent();
    return listed
        && situation.holds(node, member)
        && leaderSeesItInactive
        && situation.quorumWithout(member);
  }

  private static boolean inactiveFor(PeerView view, long graceMillis) {
    return !view.connected() && view.silentMillis() >= graceMillis;
  }

  private static Plan intend(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Reason reason =
        Reason.of(
                "NODE_HUNG",
                instance
                    + " is silent since "
                    + node.observation().since()
                    + ", the leader sees its member inactive, and a quorum serves without it")
            .and("instance", instance)
            .and("healthyVoters", situation.healthyVoters().size());
    Termination termination =
        new Termination(instance, reason.message(), situation.view().observedAt());
    List<Termination> next = new ArrayList<>(situation.status().terminations());
    next.add(termination);
    Status status = situation.status().withTerminations(next);
    Map<InstanceId, Long> reliedOn = new java.util.HashMap<>(situation.witnesses());
    reliedOn.put(instance, node.heartbeat().stateVersion());
    return new Plan(new Decision.IntendTermination(reason, termination), status, reliedOn);
  }
}
