package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataHolders;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Holder;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides the one static bootstrap.
 *
 * <ol>
 *   <li>Candidates are nodes that are present, empty, never held a member, and have an etcd that
 *       the spec accepts.
 *   <li>As soon as the desired number is there, that many are chosen, zones taken in turn.
 *   <li>When the bounded wait has passed, a quorum of the desired number is enough.
 *   <li>A cluster that is to begin with a snapshot is left to rule RECOVER.
 * </ol>
 */
public final class DecideBootstrap implements Rule {
  /** While nodes are awaited, those that have come are let into service. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "DECIDE_BOOTSTRAP";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    if (view.lineage().state() != Lineage.State.UNBOOTSTRAPPED
        || view.lineage().origin().isPresent()) {
      return Optional.empty();
    }
    List<ObservedNode> candidates = candidates(clusterState);
    int desired = view.spec().size();
    boolean enough = candidates.size() >= desired;
    boolean late = waitPassed(clusterState) && candidates.size() >= Membership.quorumOf(desired);
    if (!enough && !late) {
      return Optional.of(waiting(clusterState, candidates.size(), desired));
    }
    List<ObservedNode> chosen = spreadOverZones(candidates, Math.min(desired, candidates.size()));
    Reason reason =
        Reason.of(
                enough ? "FIRST_NODES_REGISTERED" : "BOOTSTRAP_WAIT_PASSED",
                chosen.size() + " of " + desired + " desired nodes bootstrap the cluster")
            .and("nodes", chosen.stream().map(node -> node.heartbeat().instance()).toList());
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence =
        chosen.stream()
            .collect(
                Collectors.toMap(
                    node -> node.heartbeat().instance(),
                    node -> HeartbeatVersion.of(node.heartbeat())));
    Bootstrap bootstrap = bootstrap(view, chosen);
    return Optional.of(
        new Plan(
            new CommitBootstrap(reason, bootstrap),
            clusterState.status().withData(holders(clusterState, bootstrap)),
            heartbeatEvidence));
  }

  /** Recorded before any of them can have data: whoever is not recorded never had any. */
  private static DataHolders holders(ClusterState clusterState, Bootstrap bootstrap) {
    DataHolders holders = clusterState.status().data();
    for (InitialMember voter : bootstrap.voters()) {
      holders =
          holders.with(
              voter.instance(),
              new Holder(bootstrap.generation(), voter.diskId(), bootstrap.decidedAt()));
    }
    return holders;
  }

  private static List<ObservedNode> candidates(ClusterState clusterState) {
    Set<String> peerUrls = new HashSet<>();
    return clusterState.nodes().stream()
        .filter(clusterState.health()::present)
        .filter(clusterState.health()::ready)
        .filter(node -> node.heartbeat().data() == DataState.NONE)
        .filter(node -> node.heartbeat().identity().isEmpty())
        .filter(node -> peerUrls.add(node.heartbeat().endpoints().peerUrl()))
        .toList();
  }

  private static boolean waitPassed(ClusterState clusterState) {
    Instant since = clusterState.status().nodesSince().orElse(clusterState.view().observedAt());
    Instant until = since.plus(clusterState.view().spec().timings().bootstrapWait());
    return !clusterState.view().observedAt().isBefore(until);
  }

  private static Plan waiting(ClusterState clusterState, int there, int desired) {
    String missing =
        UnregisteredInstances.missing(clusterState)
            .map(instances -> "; launched but not registered: " + instances)
            .orElse("");
    Reason reason =
        Reason.of(
            "WAITING_FOR_NODES", there + " of " + desired + " nodes have registered" + missing);
    return PlanChoice.rest(clusterState, reason);
  }

  private static List<ObservedNode> spreadOverZones(List<ObservedNode> candidates, int desired) {
    List<ObservedNode> left = new ArrayList<>(candidates);
    List<ObservedNode> chosen = new ArrayList<>();
    while (chosen.size() < desired) {
      Set<String> zonesThisRound = new HashSet<>();
      for (ObservedNode node : List.copyOf(left)) {
        if (chosen.size() < desired && zonesThisRound.add(node.heartbeat().zone())) {
          chosen.add(node);
          left.remove(node);
        }
      }
    }
    return chosen;
  }

  private static Bootstrap bootstrap(ClusterView view, List<ObservedNode> chosen) {
    Generation generation = Generation.FIRST;
    String token = view.lineage().uid() + "-" + generation + "-" + view.nonce();
    List<InitialMember> voters =
        chosen.stream().map(node -> voter(node.heartbeat(), token)).toList();
    List<MemberId> ids = voters.stream().map(InitialMember::memberId).toList();
    return new Bootstrap(
        generation, token, EtcdIds.clusterId(ids), voters, view.nonce(), view.observedAt());
  }

  private static InitialMember voter(Heartbeat heartbeat, String token) {
    return new InitialMember(
        heartbeat.instance(),
        EtcdIds.memberId(List.of(heartbeat.endpoints().peerUrl()), token),
        heartbeat.endpoints(),
        heartbeat.zone(),
        heartbeat.boot().diskId());
  }
}
