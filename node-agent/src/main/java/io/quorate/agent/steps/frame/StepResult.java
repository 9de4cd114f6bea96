package io.quorate.agent.steps.frame;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.command.Outcome;

/** What one go at a step came to. */
public sealed interface StepResult {
  /** What the step is for holds: the next step follows. */
  record Done() implements StepResult {}

  /** It did something, or chose something: look again at once. */
  record Look(String at) implements StepResult {}

  /** It waits for something outside: look again soon. */
  record Wait(String because) implements StepResult {}

  /** It cannot be carried out: undo. */
  record Fail(String because) implements StepResult {}

  /** The instruction ends here. */
  record Finish(Outcome.Result result, String detail) implements StepResult {
    /** Ends what was undone. */
    public static Finish of(CommandProgress.Undo why) {
      return new Finish(why.result(), why.detail());
    }

    /** Ends what was undone, though the own etcd does not tell what became of it. */
    public static Finish unanswered(CommandProgress.Undo why, String words) {
      return new Finish(why.result(), why.detail() + "; last: " + words);
    }
  }
}
