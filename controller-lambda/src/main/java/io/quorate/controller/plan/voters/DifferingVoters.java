package io.quorate.controller.plan.voters;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.KeyHash;
import io.quorate.state.DataComparison;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberEntry;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which of the listed voters hold other data than the majority, by the last round that compared.
 *
 * <ol>
 *   <li>A majority is one of all listed voters, and only voters count for it that were in the last
 *       round in which all were equal; before there was one, the generation's initial members. A
 *       voter that joined later has its data from a leader that may have been the wrong one.
 *   <li>Without a majority nobody is named.
 *   <li>Only what two rounds in a row found is acted on.
 * </ol>
 */
public final class DifferingVoters {
  private DifferingVoters() {}

  /**
   * What a round says of the voters that are listed now.
   *
   * @param round the round
   * @param named those that differ from a majority; empty without one
   * @param majority whether a majority is equal
   */
  public record Verdict(ComparisonRound round, List<MemberId> named, boolean majority) {}

  /**
   * The voters that the last round that compared names, whoever is listed now: after a loss nobody
   * tells who is.
   */
  public static Set<MemberId> named(ClusterView view) {
    return last(view).map(verdict -> Set.copyOf(verdict.named())).orElse(Set.of());
  }

  /** The instances that the voters named by the last round were on. */
  public static Set<InstanceId> homes(ClusterView view) {
    return last(view).stream()
        .flatMap(
            verdict ->
                verdict.named().stream()
                    .map(verdict.round().voters()::get)
                    .filter(Objects::nonNull))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<Verdict> last(ClusterView view) {
    DataComparison comparison = view.status().tasks().comparison();
    return comparison
        .found()
        .flatMap(round -> of(heard(view, comparison, round), round.voters().keySet(), round));
  }

  /** What is known of a difference; empty while no two listed voters are known to differ. */
  public static Optional<Verdict> of(ClusterState clusterState) {
    return comparison(clusterState).found().flatMap(round -> of(clusterState, round));
  }

  /** Whether the round before says the same, so that it may be acted on. */
  public static boolean confirmed(ClusterState clusterState, Verdict verdict) {
    return comparison(clusterState)
        .before()
        .flatMap(round -> of(clusterState, round))
        .filter(earlier -> earlier.majority() && earlier.named().equals(verdict.named()))
        .isPresent();
  }

  private static Optional<Verdict> of(ClusterState clusterState, ComparisonRound round) {
    return of(
        heard(clusterState.view(), comparison(clusterState), round),
        ComparableVoters.listed(clusterState).stream().map(MemberEntry::id).toList(),
        round);
  }

  private static Optional<Verdict> of(
      Set<MemberId> heard, Collection<MemberId> voters, ComparisonRound round) {
    Map<MemberId, KeyHash> answers = round.answers();
    List<MemberId> compared = voters.stream().filter(answers::containsKey).toList();
    Function<MemberId, Long> hash = id -> Objects.requireNonNull(answers.get(id)).hash();
    if (compared.stream().map(hash).distinct().count() <= 1) {
      return Optional.empty();
    }
    Optional<Long> right =
        compared.stream()
            .filter(heard::contains)
            .collect(Collectors.groupingBy(hash, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(group -> group.getValue() >= Membership.quorumOf(voters.size()))
            .map(Map.Entry::getKey)
            .findFirst();
    return Optional.of(
        new Verdict(
            round,
            right.isEmpty()
                ? List.of()
                : compared.stream()
                    .filter(id -> !hash.apply(id).equals(right.get()))
                    .sorted(Comparator.naturalOrder())
                    .toList(),
            right.isPresent()));
  }

  /**
   * The voters that count for a majority: those whose data is their own since all were equal, or
   * since the generation began. A voter that was away for long gets a leader's data in place of its
   * own, as one that joins does.
   */
  private static Set<MemberId> heard(
      ClusterView view, DataComparison comparison, ComparisonRound round) {
    return comparison
        .equal()
        .map(
            equal ->
                equal.voters().keySet().stream()
                    .filter(voter -> sameFile(equal.answers().get(voter), answer(round, voter))))
        .orElseGet(
            () ->
                view.lineage().bootstrap().stream()
                    .map(Bootstrap::voters)
                    .flatMap(List::stream)
                    .map(InitialMember::memberId)
                    .filter(voter -> firstFile(answer(round, voter))))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<KeyHash> answer(ComparisonRound round, MemberId voter) {
    return Optional.ofNullable(round.answers().get(voter));
  }

  private static boolean sameFile(@Nullable KeyHash equal, Optional<KeyHash> now) {
    Optional<String> before = Optional.ofNullable(equal).flatMap(KeyHash::file);
    return now.filter(answer -> answer.file().equals(before)).isPresent();
  }

  /** Agents of earlier releases do not tell. */
  private static boolean firstFile(Optional<KeyHash> now) {
    return now.filter(answer -> answer.first() || answer.file().isEmpty()).isPresent();
  }

  /** The nodes of those that are named. */
  public static List<ObservedNode> nodes(ClusterState clusterState, Verdict verdict) {
    return ComparableVoters.listed(clusterState).stream()
        .filter(voter -> verdict.named().contains(voter.id()))
        .flatMap(voter -> clusterState.members().holderOf(voter).stream())
        .toList();
  }

  /** Whether a node holds a voter that is named. */
  public static boolean named(ClusterState clusterState, InstanceId instance) {
    return of(clusterState)
        .filter(
            verdict ->
                nodes(clusterState, verdict).stream()
                    .anyMatch(node -> node.heartbeat().instance().equals(instance)))
        .isPresent();
  }

  private static DataComparison comparison(ClusterState clusterState) {
    return clusterState.status().tasks().comparison();
  }
}
