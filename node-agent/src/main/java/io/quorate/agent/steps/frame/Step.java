package io.quorate.agent.steps.frame;

/**
 * One step of an instruction: it checks first and does only what is missing, so that after a crash
 * at any line the next go resumes or repeats harmlessly. What it is for is told to people in
 * docs/instructions.md.
 */
public interface Step {
  /** Checks, then does at most one thing. */
  StepResult go(StepContext context);

  /** The row of the table in docs/instructions.md. */
  About about();

  /**
   * What docs/instructions.md says of a step.
   *
   * @param checks what must hold for it to be done
   * @param does its one effect
   * @param journals what is on disk when
   * @param before what a crash before the effect leaves
   * @param within what a crash after the effect, before the journal, leaves
   * @param after what a crash after the journal leaves
   * @param late why arbitrarily late execution is harmless
   */
  record About(
      String checks,
      String does,
      String journals,
      String before,
      String within,
      String after,
      String late) {}
}
