package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.model.MemberId;
import java.util.Comparator;
import java.util.Optional;

/**
 * Removes a member that is proven dead, while the others keep their quorum without it (I2).
 *
 * <ol>
 *   <li>Where its own node lives on, that node is told to remove its former self and to join anew.
 *   <li>Otherwise a healthy voter, the leader for preference, is told to remove it.
 * </ol>
 */
final class ReplaceDeadMember implements Rule {
  /** One dead member that has to wait holds up no hung node's replacement. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public Optional<Plan> consider(Situation situation) {
    return Plans.firstThatActs(
        situation.deaths().stream()
            .sorted(Comparator.comparing(death -> death.member().id()))
            .filter(death -> situation.quorumWithout(death.member().id()))
            .flatMap(death -> replace(situation, death).stream())
            .toList());
  }

  private static Optional<Plan> replace(Situation situation, Death death) {
    MemberId member = death.member().id();
    Reason reason =
        Reason.of("MEMBER_DEAD", "member " + member + " is dead: " + death.why())
            .and("member", member)
            .and("instance", death.instance())
            .and("healthyVoters", situation.healthyVoters().size());
    return switch (death) {
      case Death.DataUnusable unusable -> rejoin(situation, unusable, reason);
      case Death.Forgotten forgotten -> rejoin(situation, forgotten, reason);
      case Death.InstanceTerminated terminated -> remove(situation, terminated, reason);
    };
  }

  private static Optional<Plan> rejoin(Situation situation, Death death, Reason reason) {
    MemberId member = death.member().id();
    return switch (situation.view().group()) {
      case GroupView.Unknown unknown ->
          rest(
              situation,
              Reason.of(
                  "GROUP_UNKNOWN",
                  "whether " + death.instance() + " may rejoin is unknown: " + unknown.why()));
      case GroupView.Observed group ->
          situation
              .node(death.instance())
              .filter(situation::present)
              .filter(situation::fits)
              .map(
                  node ->
                      Joining.join(situation, node, Optional.of(member), reason)
                          .map(plan -> Issues.provenBy(death, situation, plan)))
              .orElseGet(() -> remove(situation, death, reason));
    };
  }

  private static Optional<Plan> rest(Situation situation, Reason reason) {
    return Optional.of(Awaited.rest(situation, reason));
  }

  private static Optional<Plan> remove(Situation situation, Death death, Reason reason) {
    Optional<String> brake = Brake.why(situation.view().fleet());
    if (brake.isPresent()) {
      return rest(
          situation,
          Reason.of(
              "FLEET_BRAKE",
              "not removing "
                  + death.member().id()
                  + " yet: the fleet brake is on: "
                  + brake.get()));
    }
    return situation
        .leader()
        .or(() -> situation.healthyVoters().stream().findFirst())
        .map(executor -> Issues.removeDead(situation, executor, death, reason));
  }
}
