package io.quorate.agent.run;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.command.Command;
import io.quorate.command.Outcome;
import java.util.Optional;

/**
 * That an instruction came one step further: one line for people, one count.
 *
 * @param step the step that ended, none when the instruction begins
 */
record StepTransition(
    Command instruction, String from, String to, String detail, Optional<AgentSnapshot.Step> step) {

  /**
   * What changed, if anything.
   *
   * @param waited what the step last waited for
   */
  static Optional<StepTransition> of(
      Optional<CommandProgress> before, String waited, AgentJournal journal) {
    Optional<CommandProgress> after = journal.progress();
    String from = before.map(CommandProgress::step).orElse("none");
    String to = after.map(CommandProgress::step).orElse("none");
    if (from.equals(to)) {
      return Optional.empty();
    }
    Optional<Outcome> end = after.isPresent() ? Optional.empty() : journal.outcome();
    Optional<CommandProgress.Undo> turn =
        before.flatMap(CommandProgress::undo).isPresent()
            ? Optional.empty()
            : after.flatMap(CommandProgress::undo);
    Outcome.Result result =
        end.map(Outcome::result)
            .or(() -> turn.map(CommandProgress.Undo::result))
            .orElse(Outcome.Result.DONE);
    String detail =
        end.map(o -> o.result() + ": " + o.detail())
            .or(() -> turn.map(undo -> undo.result() + ": " + undo.detail()))
            .orElse(waited);
    Command of = before.or(() -> after).orElseThrow().command();
    return Optional.of(
        new StepTransition(
            of,
            from,
            to,
            detail,
            before.map(p -> new AgentSnapshot.Step(of.kind(), p.step(), result))));
  }

  /** The line. */
  @Override
  public String toString() {
    return "event=step instruction="
        + instruction.header().id()
        + " kind="
        + instruction.kind()
        + " from="
        + from
        + " to="
        + to
        + " detail=\""
        + detail
        + '"';
  }
}
