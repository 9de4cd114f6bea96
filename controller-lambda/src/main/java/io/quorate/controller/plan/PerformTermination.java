package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Performs a recorded termination until the group or EC2 shows that it has begun, and asks again
 * only after a while, for listings are late; a lifecycle hook may hold the instance for hours,
 * running. Auto Scaling terminates what is in a group: one that was detached waits for a person. A
 * voter that the others are no quorum without stays for as long as that lasts (I2), counted among
 * all that are listed, for it stays listed when its instance is gone: its node may serve again, or
 * hold what nobody else has. The asking rests on the states of those others. One is under way at a
 * time, for each counts on the others' voters.
 */
final class PerformTermination implements Rule {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
  private static final Duration ASK_AGAIN_AFTER_FAILURE = Duration.ofMinutes(1);

  /** No Lambda invocation lasts longer: none that recorded its asking before is still to call. */
  private static final Duration LONGEST_INVOCATION = Duration.ofMinutes(15);

  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation.status().terminations().stream()
        .filter(intent -> pending(situation, intent.instance()))
        .filter(intent -> !askedJustNow(intent, situation.view().observedAt()))
        .filter(intent -> noOtherUnderWay(situation, intent))
        .filter(intent -> dispensable(situation, intent.instance()))
        .findFirst()
        .map(intent -> perform(situation, intent));
  }

  /** Whichever clock told: one that is far off delays nothing. */
  static boolean askedJustNow(Termination intent, Instant now) {
    Duration pause = intent.failure().isPresent() ? ASK_AGAIN_AFTER_FAILURE : ASK_AGAIN;
    return intent
        .askedAt()
        .filter(at -> Duration.between(at, now).abs().compareTo(pause) < 0)
        .isPresent();
  }

  private static boolean pending(Situation situation, InstanceId instance) {
    return isToBeAsked(situation, instance) && !begun(situation.instance(instance));
  }

  private static boolean isToBeAsked(Situation situation, InstanceId instance) {
    return switch (situation.view().group()) {
      case GroupView.Unknown unknown -> true;
      case GroupView.Observed group -> group.has(instance) && !group.terminates(instance);
    };
  }

  /** Whether EC2 shows that it is on its way out. */
  static boolean begun(InstanceState state) {
    return switch (state) {
      case SHUTTING_DOWN, TERMINATED -> true;
      case PENDING, RUNNING, STOPPING, STOPPED, UNKNOWN -> false;
    };
  }

  /** Whether a recorded termination has to wait, for the cluster cannot do without its voter. */
  static boolean heldBack(Situation situation, Termination intent) {
    InstanceId instance = intent.instance();
    return pending(situation, instance) && !dispensable(situation, instance);
  }

  /** Whether it is held back, and nobody can be about to ask for it all the same. */
  static boolean heldBackUnasked(Situation situation, Termination intent) {
    return heldBack(situation, intent) && unasked(situation, intent);
  }

  /** Who holds no member is missed by no quorum, whoever else goes. */
  private static boolean noOtherUnderWay(Situation situation, Termination intent) {
    return situation.listed(intent.instance()).isEmpty()
        || situation.status().terminations().stream()
            .filter(other -> !other.equals(intent))
            .allMatch(other -> pending(situation, other.instance()) && unasked(situation, other));
  }

  private static boolean unasked(Situation situation, Termination intent) {
    Duration mayBeAsked = LONGEST_INVOCATION.plus(ClockReading.CLOCKS_APART);
    Instant since = situation.view().observedAt().minus(mayBeAsked);
    return intent.askedAt().filter(at -> at.isAfter(since)).isEmpty();
  }

  /** Whether Auto Scaling did not accept it when last asked. */
  static boolean failing(Situation situation, Termination intent) {
    return intent.failure().isPresent() && pending(situation, intent.instance());
  }

  /**
   * Whatever it holds stays listed when it is gone, and counts: an etcd votes on in memory when its
   * data is lost. Such a member is removed first.
   */
  private static boolean dispensable(Situation situation, InstanceId instance) {
    return situation.membership().isPresent()
        && situation.membershipCurrent()
        && (situation.listed(instance).isEmpty() || situation.quorumBeside(instance));
  }

  private static Plan perform(Situation situation, Termination intent) {
    Reason reason =
        Reason.of("TERMINATION_RECORDED", intent.because()).and("instance", intent.instance());
    Instant now = situation.view().observedAt();
    List<Termination> asked =
        situation.status().terminations().stream()
            .map(other -> other.equals(intent) ? other.asked(now) : other)
            .toList();
    return new Plan(
        new Decision.Terminate(reason, intent),
        situation.status().withTerminations(asked),
        situation.witnessesAnd(intent.instance()));
  }
}
