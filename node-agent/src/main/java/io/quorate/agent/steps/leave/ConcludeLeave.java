package io.quorate.agent.steps.leave;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.OwnMember;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import java.util.Optional;

/**
 * Undo: a removal cannot be undone. Where another voter confirms it, leaving is carried to its end;
 * otherwise the member serves on. A removal that lands later makes its etcd exit, and the data
 * REMOVED.
 */
final class ConcludeLeave implements Step {
  @Override
  public StepResult go(StepContext context) {
    if (context.progress().datum(ConfirmLeave.REMOVED).isPresent()) {
      return new StepResult.Done();
    }
    Optional<Found> found = OwnMember.elsewhere(context);
    CommandProgress.Undo why = context.progress().undone();
    if (found.isEmpty()) {
      return new StepResult.Finish(
          why.result(), why.detail() + "; no other voter answers with a quorum");
    }
    if (OwnMember.listedBy(found.get(), context)) {
      return StepResult.Finish.of(why);
    }
    context.note(ConfirmLeave.REMOVED, found.get().endpoint());
    return new StepResult.Done();
  }

  @Override
  public About about() {
    return new About(
        "whether another voter lists the own member",
        "nothing",
        "the outcome FAILED or CANCELLED while it is listed; else who confirmed that it is not",
        "it looks again",
        "it looks again",
        "the next step begins, or the outcome is reported until the slot is free",
        "it has no effect");
  }
}
