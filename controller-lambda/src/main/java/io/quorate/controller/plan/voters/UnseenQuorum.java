package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Bootstrap;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a quorum may serve unseen, where too few voters are seen to serve.
 *
 * <ol>
 *   <li>A voter may serve unseen when its agent is silent or has no row, nothing proves the voter
 *       dead, and EC2 does not show its instance stopped.
 *   <li>Those and the voters that serve have to be a quorum, in one at least of the memberships
 *       that an uncertain change leaves possible.
 *   <li>A voter whose agent speaks, and whose etcd answers and proves no quorum, is the word of
 *       somebody who looked: no quorum serves. It does not count while another's heartbeat proves a
 *       quorum: then that voter has only not found the leader.
 * </ol>
 *
 * Silence proves no loss (I7). No destructive decision asks this; see ADR 35.
 */
public final class UnseenQuorum {
  private final ClusterState clusterState;
  private final List<MemberEntry> voters;

  private UnseenQuorum(ClusterState clusterState) {
    this.clusterState = clusterState;
    List<MemberEntry> counted = new CountedVoters(clusterState).list();
    this.voters = counted.isEmpty() ? QuorumLoss.voters(clusterState) : counted;
  }

  /** Whether a quorum may serve; to be asked only where too few voters are seen to serve. */
  public static boolean possible(ClusterState clusterState) {
    UnseenQuorum unseen = new UnseenQuorum(clusterState);
    return QuorumLoss.of(clusterState).isEmpty() && !unseen.denied() && unseen.enoughMayServe();
  }

  /** For the operator: who does not report since when, and what to look at. */
  public static String message(ClusterState clusterState) {
    UnseenQuorum unseen = new UnseenQuorum(clusterState);
    List<InstanceId> silent = unseen.silentHomes();
    return (unseen.voters.isEmpty()
            ? "too few agents report to tell whether a quorum serves"
            : "%d of %d voters do not report, and the others are no quorum"
                .formatted(silent.size(), unseen.voters.size()))
        + unseen.since(silent)
        + ". etcd may serve all the same: nobody is removed, terminated or restored because of"
        + " silence. Ask etcd itself"
        + unseen.endpoints(silent)
        + ". If it serves, look at the agents' logs and their way to DynamoDB (network, role, the"
        + " nodes table); if not, at the instances and their network; see docs/operations.md,"
        + " UNSEEN";
  }

  private boolean denied() {
    return clusterState.nodes().stream().noneMatch(clusterState.health()::answering)
        && voters.stream()
            .flatMap(voter -> clusterState.members().holderOf(voter).stream())
            .anyMatch(this::provesNone);
  }

  private boolean provesNone(ObservedNode node) {
    Heartbeat beat = node.heartbeat();
    return !clusterState.health().silent(node)
        && !clusterState.health().gone(beat.instance())
        && beat.process() == ProcessState.ANSWERING
        && !beat.serving()
        && beat.status().filter(this::votesHere).isPresent();
  }

  private boolean votesHere(MemberStatus status) {
    return !status.learner()
        && clusterState
            .view()
            .lineage()
            .bootstrap()
            .map(Bootstrap::clusterId)
            .filter(status.clusterId()::equals)
            .isPresent();
  }

  private boolean enoughMayServe() {
    if (voters.isEmpty()) {
      return clusterState.nodes().isEmpty() || !silentHomes().isEmpty();
    }
    List<UncertainChange> changes =
        UncertainChange.of(clusterState).stream().map(this::withoutVoterThatIsDown).toList();
    return !QuorumLoss.certain(clusterState, changes, voters, Predicate.not(this::mayServe));
  }

  /** A joiner that speaks and does not serve adds nothing to a quorum, voter or not. */
  private UncertainChange withoutVoterThatIsDown(UncertainChange change) {
    boolean serves =
        clusterState.node(change.executor()).filter(clusterState.health()::serving).isPresent();
    return new UncertainChange(
        change.executor(),
        change.removes(),
        change.promotes() && (serves || silentAndUp(change.executor())));
  }

  private boolean mayServe(MemberEntry voter) {
    if (QuorumLoss.provenLost(clusterState).test(voter)) {
      return false;
    }
    boolean serves =
        clusterState.members().holderOf(voter).filter(clusterState.health()::serving).isPresent();
    return serves || home(voter).map(this::silentAndUp).orElse(true);
  }

  private boolean silentAndUp(InstanceId instance) {
    return !clusterState.health().gone(instance)
        && clusterState.instance(instance) != InstanceState.STOPPED
        && clusterState
            .node(instance)
            .filter(node -> !clusterState.health().silent(node))
            .isEmpty();
  }

  private Optional<InstanceId> home(MemberEntry voter) {
    return clusterState
        .members()
        .holderOf(voter)
        .map(node -> node.heartbeat().instance())
        .or(() -> clusterState.status().proven().map(list -> list.holders().get(voter.id())))
        .or(() -> clusterState.members().instanceOf(voter));
  }

  private List<InstanceId> silentHomes() {
    Stream<InstanceId> homes =
        voters.isEmpty()
            ? clusterState.nodes().stream().map(node -> node.heartbeat().instance())
            : voters.stream().flatMap(voter -> home(voter).stream());
    return homes.filter(this::silentAndUp).sorted().toList();
  }

  private String since(List<InstanceId> silent) {
    return silent.isEmpty()
        ? ""
        : silent.stream().map(this::since).collect(Collectors.joining(", ", ": ", ""));
  }

  private String since(InstanceId instance) {
    return clusterState
        .node(instance)
        .map(
            node ->
                instance
                    + " since "
                    + node.heartbeatProgress().since().truncatedTo(ChronoUnit.SECONDS))
        .orElse(instance + " never did");
  }

  private String endpoints(List<InstanceId> silent) {
    String urls =
        silent.stream()
            .flatMap(instance -> clusterState.node(instance).stream())
            .map(node -> node.heartbeat().endpoints().clientUrl())
            .collect(Collectors.joining(","));
    return urls.isEmpty() ? "" : ": etcdctl --endpoints=" + urls + " endpoint health";
  }
}
