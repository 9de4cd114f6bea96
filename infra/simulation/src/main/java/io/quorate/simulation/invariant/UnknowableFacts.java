package io.quorate.simulation.invariant;

import io.quorate.simulation.counterfactual.TrueVoter;
import java.util.function.Predicate;

/** Tells what a decision cannot have known. */
interface UnknowableFacts {
  /** Whether it cannot have known that a voter has not been whole since then. */
  boolean unknown(TrueVoter voter, long since);

  /** Except of those: whom a decision ends, it ends for what is true of them. */
  default UnknowableFacts butOf(Predicate<TrueVoter> ended) {
    return (voter, since) -> !ended.test(voter) && unknown(voter, since);
  }
}
