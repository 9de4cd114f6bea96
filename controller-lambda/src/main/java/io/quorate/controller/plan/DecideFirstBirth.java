package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.Node;
import io.quorate.model.EtcdIds;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Birth;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Voter;
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
 *   <li>As soon as the wished number is there, that many are chosen, zones taken in turn.
 *   <li>When the bounded wait has passed, a quorum of the wished number is enough.
 * </ol>
 */
final class DecideFirstBirth implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    ClusterView view = situation.view();
    if (view.lineage().state() != Lineage.State.UNBORN) {
      return Optional.empty();
    }
    List<Node> candidates = candidates(situation);
    int wished = view.spec().size();
    boolean enough = candidates.size() >= wished;
    boolean late = waitPassed(situation) && candidates.size() >= Membership.quorumOf(wished);
    if (!enough && !late) {
      return Optional.of(waiting(situation, candidates.size(), wished));
    }
    List<Node> chosen = spreadOverZones(candidates, Math.min(wished, candidates.size()));
    Reason reason =
        Reason.of(
                enough ? "FIRST_NODES_REGISTERED" : "BOOTSTRAP_WAIT_PASSED",
                chosen.size() + " of " + wished + " wished nodes found the cluster")
            .and("nodes", chosen.stream().map(node -> node.heartbeat().instance()).toList());
    Map<InstanceId, ReliedOn> reliedOn =
        chosen.stream()
            .collect(
                Collectors.toMap(
                    node -> node.heartbeat().instance(), node -> ReliedOn.of(node.heartbeat())));
    return Optional.of(
        new Plan(
            new Decision.DecideBirth(reason, birth(view, chosen)), situation.status(), reliedOn));
  }

  private static List<Node> candidates(Situation situation) {
    Set<String> peerUrls = new HashSet<>();
    return situation.nodes().stream()
        .filter(situation::present)
        .filter(situation::fits)
        .filter(node -> node.heartbeat().data() == DataState.NONE)
        .filter(node -> node.heartbeat().identity().isEmpty())
        .filter(node -> peerUrls.add(node.heartbeat().endpoints().peerUrl()))
        .toList();
  }

  private static boolean waitPassed(Situation situation) {
    Instant since = situation.status().nodesSince().orElse(situation.view().observedAt());
    Instant until = since.plus(situation.view().spec().timings().bootstrapWait());
    return !situation.view().observedAt().isBefore(until);
  }

  private static Plan waiting(Situation situation, int there, int wished) {
    String missing =
        Registration.missing(situation)
            .map(instances -> "; in service but not registered: " + instances)
            .orElse("");
    Reason reason =
        Reason.of(
            "WAITING_FOR_NODES", there + " of " + wished + " nodes have registered" + missing);
    return new Plan(new Decision.Rest(reason), situation.status(), Map.of());
  }

  private static List<Node> spreadOverZones(List<Node> candidates, int wished) {
    List<Node> left = new ArrayList<>(candidates);
    List<Node> chosen = new ArrayList<>();
    while (chosen.size() < wished) {
      Set<String> zonesThisRound = new HashSet<>();
      for (Node node : List.copyOf(left)) {
        if (chosen.size() < wished && zonesThisRound.add(node.heartbeat().zone())) {
          chosen.add(node);
          left.remove(node);
        }
      }
    }
    return chosen;
  }

  private static Birth birth(ClusterView view, List<Node> chosen) {
    Generation generation = Generation.FIRST;
    String token = view.lineage().uid() + "-" + generation + "-" + view.nonce();
    List<Voter> voters = chosen.stream().map(node -> voter(node.heartbeat(), token)).toList();
    List<MemberId> ids = voters.stream().map(Voter::memberId).toList();
    return new Birth(
        generation, token, EtcdIds.clusterId(ids), voters, view.nonce(), view.observedAt());
  }

  private static Voter voter(Heartbeat heartbeat, String token) {
    return new Voter(
        heartbeat.instance(),
        EtcdIds.memberId(List.of(heartbeat.endpoints().peerUrl()), token),
        heartbeat.endpoints(),
        heartbeat.zone(),
        heartbeat.boot().diskNonce());
  }
}
