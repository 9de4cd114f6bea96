package io.quorate.agent.steps;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.command.Outcome;

/** Undo: etcd is to run again, whatever else; its supervisor keeps trying. */
final class StartAnyway implements Step {
  @Override
  public StepResult go(StepContext context) {
    CommandProgress.Undo why =
        context
            .progress()
            .undo()
            .orElse(new CommandProgress.Undo(Outcome.Result.FAILED, "undone without a reason"));
    if (context.journal().usableMember().isPresent() && context.control().resume()) {
      return new StepResult.Look("etcd is starting");
    }
    return new StepResult.Finish(why.result(), why.detail());
  }

  @Override
  public About about() {
    return new About(
        "etcd is to run, or has no data that it could run on",
        "has it run on the member's own data, by the newest spec that was read",
        "the outcome FAILED or CANCELLED",
        "it is started then, by this step or when the agent starts",
        "it is to run: the check finds that",
        "the outcome is reported until the slot is free",
        "a start looks at journal and directory again, as any other");
  }
}
