package io.quorate.agent.steps.leave;

import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.OwnMember;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import java.util.Optional;

/** Goes on only when another voter, by a linearizable read, no longer lists the own member. */
final class ConfirmLeave implements Step {
  static final String REMOVED = "removed";

  @Override
  public StepResult go(StepContext context) {
    Optional<Found> found = OwnMember.elsewhere(context);
    if (found.isEmpty()) {
      return new StepResult.Wait(
          "no other voter answers with a quorum: the removal of member "
              + OwnMember.id(context)
              + " is not confirmed");
    }
    if (OwnMember.listedBy(found.get(), context)) {
      return new StepResult.Fail(
          found.get().endpoint()
              + " lists member "
              + OwnMember.id(context)
              + ": expected it to be removed");
    }
    context.note(REMOVED, found.get().endpoint());
    return new StepResult.Done();
  }

  @Override
  public About about() {
    return new About(
        "a linearizable member list of another voter lacks the own member",
        "nothing",
        "which voter confirmed it; then the next step",
        "it looks again",
        "it looks again",
        "the next step begins",
        "it has no effect");
  }
}
