package io.quorate.agent.steps;

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
  record Finish(Outcome.Result result, String detail) implements StepResult {}
}
