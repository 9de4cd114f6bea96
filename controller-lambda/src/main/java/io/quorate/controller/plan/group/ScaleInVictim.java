package io.quorate.controller.plan.group;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Holder;
import io.quorate.state.MemberEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which instance of a surplus goes first, or what keeps it from going.
 *
 * <ol>
 *   <li>Before any other the one that was chosen in an earlier turn and is still a member.
 *   <li>An instance that holds no member: no quorum depends on it.
 *   <li>A voter that does not serve, whose agent speaks.
 *   <li>One that the cloud is about to take: it goes anyway, and nothing can hold it.
 *   <li>Of the others one in the zone with the most members; followers before the leader; the
 *       oldest member last.
 *   <li>Where the group holds no surplus: a voter on an instance that was detached from it, once as
 *       many voters as desired serve in the group. In standby, a member keeps its seat.
 * </ol>
 *
 * <p>A voter leaves only while all others serve: a cluster that is short of one bears no planned
 * change. One whose agent is silent cannot be told, and is waited for.
 */
public final class ScaleInVictim {
  private ScaleInVictim() {}

  /** What came of the choice. */
  public sealed interface Choice {
    /** This instance holds no member, and is terminated. */
    record NonMember(InstanceId instance) implements Choice {}

    /** This member is told to leave. */
    record Member(ObservedNode node, MemberId member, String why) implements Choice {}

    /** Nobody can go now. */
    record Nobody(String why) implements Choice {}
  }

  /** The choice while there is a surplus; empty without one. */
  public static Optional<Choice> of(ClusterState clusterState) {
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    List<InstanceId> surplus =
        ScaleIn.surplus(clusterState)
            ? ScaleIn.inService(
                group, clusterState.status(), clusterState.health(), clusterState.members())
            : DetachedVoters.replaced(clusterState, group);
    return surplus.isEmpty()
        ? Optional.empty()
        : clusterState.members().list().map(known -> choose(clusterState, known, surplus));
  }

  private static Choice choose(
      ClusterState clusterState, Membership known, List<InstanceId> surplus) {
    if (!clusterState.quorum().membershipCurrent()) {
      return new Choice.Nobody(
          "the member list of " + known.witness() + " is older than the one proved last");
    }
    Optional<String> breaker = FleetBreakerPolicy.why(clusterState.view().fleet());
    if (breaker.isPresent()) {
      return new Choice.Nobody("the fleet breaker is on: " + breaker.get());
    }
    return nonMember(clusterState, surplus)
        .or(() -> withoutLearners(clusterState))
        .orElseGet(() -> member(clusterState, known, surplus));
  }

  private static Optional<Choice> nonMember(ClusterState clusterState, List<InstanceId> surplus) {
    return surplus.stream()
        .filter(instance -> clusterState.members().listed(instance).isEmpty())
        .filter(instance -> !clusterState.status().group().leaves(instance))
        .filter(instance -> noExplanationNeeded(clusterState, instance))
        .min(
            Comparator.comparing((InstanceId instance) -> speaks(clusterState, instance))
                .thenComparing(Comparator.reverseOrder()))
        .map(Choice.NonMember::new);
  }

  private static boolean noExplanationNeeded(ClusterState clusterState, InstanceId instance) {
    return clusterState.node(instance).filter(node -> node.heartbeat().dataUnexplained()).isEmpty();
  }

  private static boolean speaks(ClusterState clusterState, InstanceId instance) {
    return clusterState.node(instance).filter(clusterState.health()::speaks).isPresent();
  }

  private static Optional<Choice> withoutLearners(ClusterState clusterState) {
    return ForeignLearners.awaited(clusterState).stream()
        .findFirst()
        .map(learner -> new Choice.Nobody("learner " + learner.id() + " is not promoted yet"));
  }

  private static Choice member(
      ClusterState clusterState, Membership known, List<InstanceId> surplus) {
    List<MemberEntry> failing =
        known.voters().stream().filter(voter -> !serves(clusterState, voter)).toList();
    if (failing.size() > 1) {
      return new Choice.Nobody(
          failing.size() + " voters do not serve: " + names(clusterState, failing));
    }
    List<Choice.Member> may =
        known.voters().stream()
            .filter(voter -> failing.isEmpty() || failing.contains(voter))
            .flatMap(voter -> candidate(clusterState, voter, surplus).stream())
            .toList();
    Map<String, Long> zones =
        known.voters().stream()
            .flatMap(voter -> clusterState.members().holderOf(voter).stream())
            .collect(Collectors.groupingBy(node -> node.heartbeat().zone(), Collectors.counting()));
    return may.stream()
        .min(order(clusterState, zones))
        .<Choice>map(chosen -> chosen)
        .orElseGet(() -> new Choice.Nobody(whyNobody(clusterState, known, failing, surplus)));
  }

  private static boolean serves(ClusterState clusterState, MemberEntry voter) {
    return clusterState
        .members()
        .holderOf(voter)
        .filter(clusterState.health()::serving)
        .isPresent();
  }

  private static Optional<Choice.Member> candidate(
      ClusterState clusterState, MemberEntry voter, List<InstanceId> surplus) {
    return clusterState
        .members()
        .holderOf(voter)
        .filter(node -> surplus.contains(node.heartbeat().instance()))
        .filter(clusterState.health()::speaks)
        .filter(node -> clusterState.health().living(node.heartbeat().instance()))
        .filter(node -> node.heartbeat().report().knows(CommandKind.LEAVE))
        .filter(node -> clusterState.quorum().keptWithout(voter.id()))
        .map(node -> new Choice.Member(node, voter.id(), why(clusterState, node, voter)));
  }

  private static String why(ClusterState clusterState, ObservedNode node, MemberEntry voter) {
    String role =
        leads(clusterState, node)
            ? "the leader"
            : serves(clusterState, voter) ? "a follower" : "a voter that does not serve";
    return DetachedVoters.detached(clusterState, node.heartbeat().instance())
        ? role + " that was detached from the group"
        : role + " in zone " + node.heartbeat().zone();
  }

  private static Comparator<Choice.Member> order(
      ClusterState clusterState, Map<String, Long> zones) {
    return Comparator.comparing((Choice.Member one) -> !chosenBefore(clusterState, one))
        .thenComparing(
            one -> !Interruptions.announced(clusterState, one.node().heartbeat().instance()))
        .thenComparing(one -> -zones.getOrDefault(one.node().heartbeat().zone(), 0L))
        .thenComparing(one -> leads(clusterState, one.node()))
        .thenComparing(one -> since(clusterState, one), Comparator.reverseOrder())
        .thenComparing(one -> one.node().heartbeat().instance(), Comparator.reverseOrder());
  }

  private static boolean chosenBefore(ClusterState clusterState, Choice.Member one) {
    return clusterState.status().group().leaves(one.node().heartbeat().instance());
  }

  private static boolean leads(ClusterState clusterState, ObservedNode node) {
    return clusterState.quorum().leader().filter(node::equals).isPresent();
  }

  /** Since when it is a member, as far as that is known; what is unknown joined last. */
  private static Instant since(ClusterState clusterState, Choice.Member one) {
    InstanceId instance = one.node().heartbeat().instance();
    Optional<Instant> founded =
        clusterState
            .view()
            .lineage()
            .bootstrap()
            .filter(
                bootstrap ->
                    bootstrap.voters().stream()
                        .anyMatch(voter -> voter.memberId().equals(one.member())))
            .map(bootstrap -> bootstrap.decidedAt());
    return founded
        .or(
            () ->
                Optional.ofNullable(clusterState.status().data().holders().get(instance))
                    .map(Holder::since))
        .orElse(Instant.MAX);
  }

  private static String whyNobody(
      ClusterState clusterState,
      Membership known,
      List<MemberEntry> failing,
      List<InstanceId> surplus) {
    if (!failing.isEmpty()) {
      return "a voter does not serve, and its agent cannot be told to leave: "
          + names(clusterState, failing);
    }
    Function<MemberEntry, Optional<ObservedNode>> holder = clusterState.members()::holderOf;
    List<InstanceId> older =
        known.voters().stream()
            .flatMap(voter -> holder.apply(voter).stream())
            .filter(node -> !node.heartbeat().report().knows(CommandKind.LEAVE))
            .map(node -> node.heartbeat().instance())
            .toList();
    if (!older.isEmpty()) {
      return "the agents of " + older + " are of a release that cannot leave: upgrade them";
    }
    return "no voter in service can go while the others keep a quorum; asked: " + surplus;
  }

  private static String names(ClusterState clusterState, Collection<MemberEntry> voters) {
    return voters.stream()
        .flatMap(
            voter ->
                Stream.of(
                    clusterState
                        .members()
                        .instanceOf(voter)
                        .map(InstanceId::value)
                        .orElse(voter.id().toString())))
        .collect(Collectors.joining(", "));
  }
}
