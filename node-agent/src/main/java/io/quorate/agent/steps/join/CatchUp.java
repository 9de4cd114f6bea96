package io.quorate.agent.steps.join;

import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;

/** Waits until the learner has applied what the voters have committed, within the lag limit. */
final class CatchUp implements Step {
  @Override
  public StepResult go(StepContext context) {
    return LearnerLag.tooFar(context, ContactSearch.join(context).contacts())
        .orElseGet(StepResult.Done::new);
  }

  @Override
  public About about() {
    return new About(
        "the learner's applied index is within lagLimit of the newest committed one seen",
        "nothing",
        "only the next step",
        "it looks again",
        "it looks again",
        "the next step begins",
        "it has no effect");
  }
}
