package io.quorate.agent.steps;

import io.quorate.agent.execution.CommandGate;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.CommandRunner;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.OfferedCommands;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.Command;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.state.Lineage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Carries out the commands of the membership lane, at most one step action a call:
 *
 * <ol>
 *   <li>without one under way it takes the slot's, if {@link CommandGate} lets it, and journals the
 *       newest generation and token before the first side effect;
 *   <li>past its deadline, when its cancel is asked for, when a later generation has begun, or once
 *       the data that a join has made is unusable, it goes over to the undo steps;
 *   <li>it lets the journalled step go once, and journals what follows.
 * </ol>
 *
 * After a crash a new one resumes from the journal.
 */
public final class Executor implements CommandRunner {
  private static final int SAVES_PER_DEADLINE = 20;

  private final StepContext context;
  private final OfferedCommands offered = new OfferedCommands();
  private Optional<Long> lastMillis = Optional.empty();
  private long spent;
  private volatile String currentStep = "";

  /** Works with these; resumes what the journal says is under way. */
  public Executor(StepContext context) {
    this.context = context;
    spent = context.journal().progress().map(CommandProgress::spentMillis).orElse(0L);
  }

  @Override
  public void offer(ControlRecord newest) {
    offered.offer(newest);
  }

  /** Command, step and what it waits for, for people. */
  public String currentStep() {
    return currentStep;
  }

  @Override
  public Advance advance(long nowMillis) {
    long passed = lastMillis.map(last -> Math.max(0, nowMillis - last)).orElse(0L);
    lastMillis = Optional.of(nowMillis);
    if (context.journal().progress().isEmpty()) {
      currentStep = "";
      return accept();
    }
    spent += passed;
    noteLaterGeneration();
    CommandProgress progress = context.progress();
    Optional<CommandProgress.Undo> stop =
        progress.undo().isPresent() ? Optional.empty() : stop(progress);
    if (stop.isPresent()) {
      return undo(stop.get());
    }
    keepTime(progress);
    return step(context.progress());
  }

  private Advance accept() {
    Optional<OfferedCommands.Offer> next = offered.next(context.journal(), Lane.MEMBERSHIP);
    if (next.isEmpty()) {
      return Advance.IDLE;
    }
    Command command = next.get().slot().command();
    if (next.get().refusal().isPresent()) {
      Outcome refused =
          outcome(command, Outcome.Result.REFUSED, "GATE", next.get().refusal().get());
      context.journalStore().change(edit -> edit.ended(refused));
      return Advance.MOVED;
    }
    String first = StepCatalog.steps(command.kind()).get(0).name();
    context
        .journalStore()
        .change(
            edit ->
                edit.accepted(command.header())
                    .progress(new CommandProgress(command, first, Map.of(), 0, Optional.empty())));
    spent = 0;
    return Advance.MOVED;
  }

  private Optional<CommandProgress.Undo> stop(CommandProgress progress) {
    long deadline = progress.command().deadline().toMillis();
    if (spent > deadline) {
      return Optional.of(
          new CommandProgress.Undo(
              Outcome.Result.FAILED,
              "not done within " + deadline + " ms; at " + progress.step() + ": " + currentStep));
    }
    return abandoned(progress).or(() -> cancelled(progress)).or(this::over);
  }

  /** Journalled first: the undo steps ask nobody of a generation that is over. */
  private void noteLaterGeneration() {
    offered
        .lineage()
        .filter(read -> read.state() == Lineage.State.COMMITTED)
        .filter(read -> RecordCheck.stale(context.journal(), Optional.of(read)).isEmpty())
        .filter(read -> context.journal().seenGeneration().before(read.generation()))
        .ifPresent(read -> context.journalStore().change(edit -> edit.seen(read.generation())));
  }

  private Optional<CommandProgress.Undo> over() {
    return context.generationOver()
        ? Optional.of(
            new CommandProgress.Undo(
                Outcome.Result.CANCELLED,
                "generation " + context.journal().seenGeneration() + " has begun"))
        : Optional.empty();
  }

  private Optional<CommandProgress.Undo> abandoned(CommandProgress progress) {
    return programOf(progress)
        .abandoned(context.journal(), progress)
        .map(
            why ->
                new CommandProgress.Undo(
                    Outcome.Result.FAILED, "at " + progress.step() + ": " + why));
  }

  private static StepProgram programOf(CommandProgress progress) {
    return StepCatalog.program(progress.command().kind());
  }

  private Optional<CommandProgress.Undo> cancelled(CommandProgress progress) {
    return offered.cancels(progress.command())
        ? Optional.of(
            new CommandProgress.Undo(Outcome.Result.CANCELLED, "its cancel was asked for"))
        : Optional.empty();
  }

  private Advance undo(CommandProgress.Undo why) {
    CommandProgress progress = context.progress();
    String first = StepCatalog.undo(progress.command().kind()).get(0).name();
    context.journalStore().change(edit -> edit.progress(progress.undoing(first, why).spent(spent)));
    return Advance.MOVED;
  }

  private void keepTime(CommandProgress progress) {
    long unit = Math.max(1, progress.command().deadline().toMillis() / SAVES_PER_DEADLINE);
    if (spent - progress.spentMillis() >= unit) {
      context.journalStore().change(edit -> edit.progress(progress.spent(spent)));
    }
  }

  private Advance step(CommandProgress progress) {
    var kind = progress.command().kind();
    List<NamedStep> steps =
        progress.undo().isPresent() ? StepCatalog.undo(kind) : StepCatalog.steps(kind);
    StepResult result = StepCatalog.named(steps, progress.step()).go(context);
    return switch (result) {
      case StepResult.Look look -> {
        currentStep = look.at();
        yield Advance.MOVED;
      }
      case StepResult.Wait wait -> {
        currentStep = wait.because();
        yield Advance.WAITING;
      }
      case StepResult.Done done -> {
        String next = StepCatalog.after(steps, progress.step());
        context
            .journalStore()
            .change(edit -> edit.progress(context.progress().at(next).spent(spent)));
        currentStep = "";
        yield Advance.MOVED;
      }
      case StepResult.Fail fail -> fail(progress, fail.because());
      case StepResult.Finish finish -> end(progress, finish.result(), finish.detail());
    };
  }

  private Advance fail(CommandProgress progress, String because) {
    if (progress.undo().isPresent()) {
      currentStep = because;
      return Advance.WAITING;
    }
    return undo(
        new CommandProgress.Undo(Outcome.Result.FAILED, "at " + progress.step() + ": " + because));
  }

  private Advance end(CommandProgress progress, Outcome.Result result, String detail) {
    context
        .journalStore()
        .change(edit -> edit.ended(outcome(progress.command(), result, progress.step(), detail)));
    currentStep = "";
    return Advance.MOVED;
  }

  private static Outcome outcome(
      Command command, Outcome.Result result, String step, String detail) {
    return new Outcome(command.header().id(), command.kind(), result, step, detail);
  }
}
