package io.quorate.controller.plan;

import io.quorate.state.MemberEntry;
import java.util.Optional;

/**
 * Removes a learner that never started and that nobody is about to start: an add that landed after
 * its instruction was closed. It would block every further add. Not while the fleet brake is on:
 * the node that is about to start it may be the one whose row nobody can read.
 */
final class RemoveStrandedLearner implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation.membership().stream()
        .flatMap(known -> known.learners().stream())
        .filter(learner -> !learner.started())
        .filter(learner -> unowned(situation, learner))
        .filter(learner -> Brake.why(situation.view().fleet()).isEmpty())
        .findFirst()
        .flatMap(learner -> remove(situation, learner));
  }

  private static boolean unowned(Situation situation, MemberEntry learner) {
    return situation.nodes().stream()
        .noneMatch(
            node -> situation.holds(node, learner.id()) && !node.heartbeat().data().unusable());
  }

  private static Optional<Plan> remove(Situation situation, MemberEntry learner) {
    Reason reason =
        Reason.of(
                "LEARNER_STRANDED",
                "learner " + learner.id() + " at " + learner.peerUrls() + " belongs to no node")
            .and("member", learner.id());
    return situation
        .leader()
        .map(executor -> Issues.removeUnstarted(situation, executor, learner.id(), reason));
  }
}
