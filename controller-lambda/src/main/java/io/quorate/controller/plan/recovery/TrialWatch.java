package io.quorate.controller.plan.recovery;

import io.quorate.command.CommandFailure;
import io.quorate.command.Outcome;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.view.ObservedNode;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoveryTrial;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a trial stands, by its candidate's heartbeat. A source is passed over only when the outcome
 * says that it is bad; a trial that could not be made says nothing about it.
 */
public sealed interface TrialWatch {
  /** The value by which an outcome says so. */
  String VERDICT = "verdict";

  /** That value. */
  String BAD = "BAD";

  /** The revision of the restored file, as the trial found it. */
  String REVISION = "revision";

  /** A restore that takes longer than this, and what the size adds, is tried elsewhere. */
  Duration DEADLINE = Duration.ofMinutes(30);

  /** Downloaded, restored, loaded, hashed. */
  int PASSES = 4;

  /** The pause after the first trial that could not be made; it doubles up to {@link #LONGEST}. */
  Duration FIRST_PAUSE = Duration.ofSeconds(5);

  /** The longest pause between two trials. */
  Duration LONGEST = Duration.ofMinutes(5);

  /** It is under way. */
  record Running() implements TrialWatch {}

  /**
   * The source was restored and is what its manifest says.
   *
   * @param revision of the restored file, where the outcome tells it
   */
  record Good(Optional<Long> revision) implements TrialWatch {}

  /** The source is proved bad. */
  record Bad(String because) implements TrialWatch {}

  /**
   * It could not be made.
   *
   * @param unreadable why the source's objects could not be read, where that is why
   */
  record NotMade(String because, Optional<CommandFailure> unreadable) implements TrialWatch {
    NotMade(String because) {
      this(because, Optional.empty());
    }

    /** The recovery after it, to be tried again at a time. */
    Recovery tryingAgain(Recovery recovery, Instant after, Instant now) {
      return unreadable
          .map(why -> recovery.notReading(why.name(), because, after, now))
          .orElseGet(() -> recovery.tryingAgain(because, after, now));
    }
  }

  /** Looks at the trial that runs. */
  static TrialWatch of(ClusterState clusterState, Recovery recovery) {
    RecoveryTrial trial = recovery.trial().orElseThrow();
    Optional<Outcome> outcome =
        clusterState.node(trial.candidate()).flatMap(candidate -> outcome(recovery, candidate));
    return outcome
        .map(ended -> ended(ended, most(clusterState, recovery)))
        .or(() -> hindrance(clusterState, trial).map(NotMade::new))
        .orElseGet(Running::new);
  }

  /** What the candidate tells of the trial that runs; empty while it is at work. */
  static Optional<Outcome> outcome(Recovery recovery, ObservedNode candidate) {
    return candidate
        .heartbeat()
        .report()
        .taskOutcome()
        .filter(told -> recovery.trialId().equals(Optional.of(told.commandId())));
  }

  /** When the next trial may begin, after this one could not be made. */
  static Instant after(RecoveryTrial trial, Instant now) {
    return pause(trial.number(), now);
  }

  /** When to try again after attempt so many could not be made. */
  static Instant pause(long number, Instant now) {
    long doublings = Math.min(number - 1, 10);
    Duration pause = FIRST_PAUSE.multipliedBy(1L << doublings);
    return now.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
  }

  private static TrialWatch ended(Outcome outcome, long most) {
    return switch (outcome.result()) {
      case DONE -> good(revision(outcome), most);
      case FAILED ->
          BAD.equals(outcome.values().get(VERDICT))
              ? new Bad(outcome.detail())
              : new NotMade(outcome.detail(), CommandFailure.unreadable(outcome));
      case CANCELLED, REFUSED -> new NotMade(outcome.detail());
    };
  }

  /** What an operator named is restored whatever the cluster can have written. */
  private static long most(ClusterState clusterState, Recovery recovery) {
    return Trials.named(recovery).isPresent()
        ? Wire.LARGEST
        : PlausibleNumbers.revision(clusterState.view());
  }

  /** Data that ends past what the cluster can have written is not its own. */
  private static TrialWatch good(Optional<Long> revision, long most) {
    return revision
        .filter(found -> found > most)
        .<TrialWatch>map(
            found ->
                new NotMade(
                    "it ends at revision "
                        + found
                        + ", and the cluster can have reached at most "
                        + most
                        + ": it is restored only where it is named (--snapshot)"))
        .orElseGet(() -> new Good(revision));
  }

  private static Optional<Long> revision(Outcome outcome) {
    return outcome.values().get(REVISION) instanceof Number number
        ? Optional.of(number.longValue())
        : Optional.empty();
  }

  private static Optional<String> hindrance(ClusterState clusterState, RecoveryTrial trial) {
    if (clusterState.health().gone(trial.candidate())) {
      return Optional.of("EC2 shows " + trial.candidate() + " terminated");
    }
    if (!Candidates.stillFits(clusterState, trial.candidate())) {
      return Optional.of(
          trial.candidate() + " is silent, leaves the group, or no longer proves that it is empty");
    }
    Duration allowed = SizedTime.of(clusterState, DEADLINE, PASSES);
    return clusterState.view().observedAt().isAfter(trial.since().plus(allowed))
        ? Optional.of(trial.candidate() + " has not ended it within " + allowed)
        : Optional.empty();
  }
}
