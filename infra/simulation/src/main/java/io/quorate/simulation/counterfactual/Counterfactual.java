package io.quorate.simulation.counterfactual;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one decision would lead to if the worst followed. After each step of its effect:
 *
 * <ol>
 *   <li>The effect alone: where it ends or removes voters, the cluster must go on by itself with
 *       every acknowledged write ({@link TrueWorld#fails}), however it stood before (I2, I5). To
 *       end the machine of a voter that is {@link VoterState#GONE} ends nobody: a joiner that hangs
 *       on an empty disk, whose former member is still listed, must not stay for ever because
 *       another voter may be terminated too.
 *   <li>The effect and each single {@link WorstCrash}: if the cluster would have gone on after that
 *       crash without the decision, it must go on after it with the decision.
 * </ol>
 *
 * <p>The second question has one exception. Where a single voter gets a second one, the loss of the
 * newcomer stops the cluster, and without it would not have: no cluster of one can grow otherwise.
 * Nothing else is excepted, for no right decision makes anything else worse:
 *
 * <ul>
 *   <li>To remove a voter that is lost takes nobody from those that can serve, and the quorum of
 *       one voter less is never larger. From 3 to 2 the cluster bears no further loss, but with one
 *       of 3 lost it bore none either.
 *   <li>To terminate what stands still takes nobody from those that can serve, and the quorum
 *       stays. Only after a loss of power of all would it have served again; then the others must
 *       suffice.
 *   <li>To promote a learner that can serve raises the quorum by one at most, and those that can
 *       serve by one. Where all of two or more voters can serve, the newcomer itself may be lost:
 *       they are a quorum of one more.
 * </ul>
 */
public final class Counterfactual {
  private Counterfactual() {}

  /**
   * The same of what a person wished: to be fewer is to bear less, so that only the first question
   * is asked.
   */
  public static Optional<String> breachThoughWished(TrueWorld before, List<DecisionEffect> steps) {
    TrueWorld after = before;
    for (DecisionEffect step : steps) {
      TrueWorld was = after;
      after = step.on(was);
      Optional<String> breach = alone(step, was, after);
      if (breach.isPresent()) {
        return breach.map(why -> "after " + step + " " + why);
      }
    }
    return Optional.empty();
  }

  /** What the steps break, in words; empty when they break nothing. */
  public static Optional<String> breach(TrueWorld before, List<DecisionEffect> steps) {
    TrueWorld after = before;
    for (DecisionEffect step : steps) {
      after = step.on(after);
      Optional<String> breach = alone(step, before, after).or(worse(before, after));
      if (breach.isPresent()) {
        return breach.map(why -> "after " + step + " " + why);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> alone(DecisionEffect step, TrueWorld before, TrueWorld after) {
    boolean ends =
        switch (step) {
          case DecisionEffect.Terminates terminates ->
              before.voters().stream()
                  .filter(v -> v.standing() != VoterState.GONE)
                  .anyMatch(v -> v.instance().equals(terminates.instance()));
          case DecisionEffect.Removes removes ->
              before.voters().stream().anyMatch(v -> v.member().equals(removes.member()));
          case DecisionEffect.Promotes promotes -> false;
        };
    return ends ? after.fails() : Optional.empty();
  }

  private static Supplier<Optional<String>> worse(TrueWorld before, TrueWorld after) {
    return () ->
        WorstCrash.of(before, after).stream()
            .filter(crash -> !secondVoterLost(crash, before, after))
            .filter(crash -> crash.on(before).fails().isEmpty())
            .flatMap(crash -> crash.on(after).fails().map(why -> crash + ", " + why).stream())
            .findFirst();
  }

  private static boolean secondVoterLost(WorstCrash crash, TrueWorld before, TrueWorld after) {
    return crash instanceof WorstCrash.LosesForGood lost
        && before.voters().size() == 1
        && after.voters().size() == 2
        && before.voters().stream().noneMatch(v -> v.instance().equals(lost.instance()));
  }
}
