package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reason to rest when no rule applies: what the cluster waits for, in the order of weight.
 *
 * <ol>
 *   <li>With every wished member serving, nothing: {@code STEADY}.
 *   <li>Without a quorum: the person whom {@code QUORUM_LOST} asks, the founding voters, or the
 *       voters that do not serve, each with why.
 *   <li>Otherwise the voters that do not serve, the learners, the nodes that have yet to come.
 * </ol>
 */
final class Awaited {
  private Awaited() {}

  /** The rest of a situation for which no rule has a decision. */
  static Plan nothingElse(Situation situation) {
    Reason reason =
        switch (Phases.of(situation, plan(situation, Reason.of("STEADY", "")))) {
          case HEALTHY -> steady(situation);
          case NO_QUORUM -> noQuorum(situation);
          case BOOTSTRAPPING -> founders(situation);
          case DEGRADED, CHANGING, WAITING_FOR_NODES, HALTED -> missing(situation);
        };
    return plan(situation, reason);
  }

  /** A rule's rest; without a quorum it says besides which voters are awaited. */
  static Plan rest(Situation situation, Reason reason) {
    Plan plan = plan(situation, reason);
    return Phases.of(situation, plan) == Phase.NO_QUORUM
        ? plan(situation, also(reason, noQuorum(situation)))
        : plan;
  }

  /** While the member list of the rows is older than the proven one, nothing is changed by it. */
  static Optional<Reason> newerList(Situation situation) {
    return situation.membershipCurrent()
        ? Optional.empty()
        : situation
            .membership()
            .map(
                known ->
                    Reason.of(
                        "LIST_AWAITED",
                        "awaited the next heartbeat of "
                            + known.witness()
                            + ", whose member list is older than the one that a quorum proved last"));
  }

  /** The voters that do not serve and the learners, each with why; empty when there are none. */
  static Optional<Reason> members(Situation situation) {
    List<Reason> all = new ArrayList<>();
    List<String> voters = VoterStanding.ofThoseThatDoNotServe(situation);
    if (!voters.isEmpty()) {
      all.add(Reason.of("VOTERS_AWAITED", "awaited " + join(voters)));
    }
    List<String> learners =
        situation.membership().stream()
            .flatMap(known -> known.learners().stream())
            .map(learner -> learner.id() + " (" + named(learner) + ")")
            .toList();
    if (!learners.isEmpty()) {
      all.add(Reason.of("LEARNERS_AWAITED", "awaited the promotion of learner " + join(learners)));
    }
    return all.stream().reduce(Awaited::also);
  }

  private static Plan plan(Situation situation, Reason reason) {
    return new Plan(new Decision.Rest(reason), situation.status(), Map.of());
  }

  private static Reason steady(Situation situation) {
    return switch (situation.view().group()) {
      case GroupView.Observed group -> Reason.of("STEADY", "every wished member serves");
      case GroupView.Unknown unknown ->
          Reason.of(
              "GROUP_UNKNOWN",
              "every listed voter serves; awaited is how many are wished: " + unknown.why());
    };
  }

  private static Reason also(Reason first, Reason second) {
    return new Reason(first.code(), first.message() + "; " + second.message(), first.evidence());
  }

  private static Reason noQuorum(Situation situation) {
    Optional<String> lost = Loss.of(situation);
    return lost.isPresent()
        ? Reason.of("QUORUM_LOST", "a person is awaited: " + lost.get())
        : Reason.of("QUORUM_AWAITED", "no quorum is seen to serve: awaited " + voters(situation));
  }

  private static Reason founders(Situation situation) {
    Optional<String> lost = Loss.of(situation);
    return lost.isPresent()
        ? Reason.of("QUORUM_LOST", "a person is awaited: " + lost.get())
        : Reason.of("FOUNDERS_AWAITED", "the founding voters start: awaited " + voters(situation));
  }

  private static Reason missing(Situation situation) {
    if (Durability.onlyInMemory(situation)) {
      return Reason.of(
          "QUORUM_IN_MEMORY",
          "a person is awaited: a quorum proves itself, but a majority of its data is not on disk: "
              + voters(situation));
    }
    return Stream.of(newerList(situation), members(situation), nodes(situation))
        .flatMap(Optional::stream)
        .reduce(Awaited::also)
        .orElseGet(() -> steady(situation));
  }

  private static Optional<Reason> nodes(Situation situation) {
    if (!(situation.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    Set<String> listed =
        situation.membership().stream()
            .flatMap(known -> known.entries().stream())
            .map(MemberEntry::name)
            .collect(Collectors.toCollection(TreeSet::new));
    int voters = situation.membership().map(known -> known.voters().size()).orElse(0);
    if (voters >= group.desired()) {
      return Optional.empty();
    }
    List<String> coming =
        new TreeSet<>(group.lifecycles().keySet())
            .stream()
                .filter(instance -> !listed.contains(instance.value()))
                .filter(instance -> group.keeps(instance) && situation.living(instance))
                .map(instance -> instance + " " + standing(situation, instance))
                .toList();
    String whom = coming.isEmpty() ? "an instance that the group launches" : join(coming);
    return Optional.of(
        Reason.of(
            "NODES_AWAITED",
            voters + " of " + group.desired() + " wished voters are listed: awaited " + whom));
  }

  private static String standing(Situation situation, InstanceId instance) {
    return situation
        .node(instance)
        .map(
            node ->
                situation.silent(node)
                    ? "(silent)"
                    : node.heartbeat().data() == DataState.NONE
                        ? "(registered)"
                        : "(its data is "
                            + node.heartbeat().data()
                            + " and names no listed member: a person decides)")
        .orElse("(not registered yet)");
  }

  private static String voters(Situation situation) {
    List<String> standing = VoterStanding.ofThoseThatDoNotServe(situation);
    return standing.isEmpty() ? "a member list, for no node reports one" : join(standing);
  }

  private static String named(MemberEntry entry) {
    return entry.started() ? entry.name() : "not started";
  }

  private static String join(List<String> parts) {
    return String.join(", ", parts);
  }
}
