package io.quorate.agent.steps;

import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.InstructionGate;
import io.quorate.agent.execution.InstructionProgress;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.Outcome;
import io.quorate.state.Lineage;
import java.util.List;
import java.util.Optional;

/**
 * Carries out instructions, at most one step action a call:
 *
 * <ol>
 *   <li>without one under way it takes the slot's, if {@link InstructionGate} lets it, and journals
 *       the newest generation and token before the first side effect;
 *   <li>past its deadline, when its cancel is asked for, when a later generation has begun, or once
 *       the data that a join has made is unusable, it goes over to the undo steps;
 *   <li>it lets the journalled step go once, and journals what follows.
 * </ol>
 *
 * After a crash a new one resumes from the journal.
 */
public final class Executor {
  private static final int SAVES_PER_DEADLINE = 20;

  private final StepContext context;
  private Optional<ControlRecord> record = Optional.empty();
  private Optional<Long> lastMillis = Optional.empty();
  private long spent;
  private volatile String currentStep = "";

  /** Works with these; resumes what the journal says is under way. */
  public Executor(StepContext context) {
    this.context = context;
    spent = context.journal().progress().map(InstructionProgress::spentMillis).orElse(0L);
  }

  /** What a call came to. */
  public enum Advance {
    /** Nothing is under way. */
    IDLE,
    /** Something changed: call again at once. */
    MOVED,
    /** It waits: call again soon. */
    WAITING
  }

  /** The newest control record, to be looked at by the next call. */
  public synchronized void offer(ControlRecord newest) {
    record = Optional.of(newest);
  }

  private synchronized Optional<ControlRecord> offered() {
    return record;
  }

  /** Instruction, step and what it waits for, for people. */
  public String currentStep() {
    return currentStep;
  }

  /** Does at most one thing; the time is monotonic. */
  public Advance advance(long nowMillis) {
    long passed = lastMillis.map(last -> Math.max(0, nowMillis - last)).orElse(0L);
    lastMillis = Optional.of(nowMillis);
    if (context.journal().progress().isEmpty()) {
      currentStep = "";
      return accept();
    }
    spent += passed;
    noteLaterGeneration();
    InstructionProgress progress = context.progress();
    Optional<InstructionProgress.Undo> stop =
        progress.undo().isPresent() ? Optional.empty() : stop(progress);
    if (stop.isPresent()) {
      return undo(stop.get());
    }
    keepTime(progress);
    return step(context.progress());
  }

  private Advance accept() {
    Optional<InstructionSlot> slot = offered().flatMap(ControlRecord::slot);
    var lineage = offered().flatMap(ControlRecord::lineage);
    if (slot.isEmpty()
        || lineage.isEmpty()
        || RecordCheck.stale(context.journal(), lineage).isPresent()) {
      return Advance.IDLE;
    }
    Instruction instruction = slot.get().instruction();
    return switch (InstructionGate.check(context.journal(), lineage.get().uid(), slot.get())) {
      case InstructionGate.Ignore ignore -> Advance.IDLE;
      case InstructionGate.Refuse refuse -> {
        context
            .journalStore()
            .change(
                edit ->
                    edit.ended(
                        outcome(instruction, Outcome.Result.REFUSED, "GATE", refuse.detail())));
        yield Advance.MOVED;
      }
      case InstructionGate.Accept accept -> begin(instruction);
    };
  }

  private Advance begin(Instruction instruction) {
    String first = StepCatalog.steps(instruction.kind()).get(0).name();
    context
        .journalStore()
        .change(
            edit ->
                edit.uid(instruction.header().uid())
                    .seen(instruction.header().generation())
                    .seen(instruction.header().token())
                    .progress(
                        new InstructionProgress(
                            instruction, first, java.util.Map.of(), 0, Optional.empty())));
    spent = 0;
    return Advance.MOVED;
  }

  private Optional<InstructionProgress.Undo> stop(InstructionProgress progress) {
    long deadline = progress.instruction().deadline().toMillis();
    if (spent > deadline) {
      return Optional.of(
          new InstructionProgress.Undo(
              Outcome.Result.FAILED,
              "not done within " + deadline + " ms; at " + progress.step() + ": " + currentStep));
    }
    return abandoned(progress).or(() -> cancelled(progress)).or(this::over);
  }

  /** Journalled first: the undo steps ask nobody of a generation that is over. */
  private void noteLaterGeneration() {
    offered()
        .flatMap(ControlRecord::lineage)
        .filter(read -> read.state() == Lineage.State.COMMITTED)
        .filter(read -> RecordCheck.stale(context.journal(), Optional.of(read)).isEmpty())
        .filter(read -> context.journal().seenGeneration().before(read.generation()))
        .ifPresent(read -> context.journalStore().change(edit -> edit.seen(read.generation())));
  }

  private Optional<InstructionProgress.Undo> over() {
    return context.generationOver()
        ? Optional.of(
            new InstructionProgress.Undo(
                Outcome.Result.CANCELLED,
                "generation " + context.journal().seenGeneration() + " has begun"))
        : Optional.empty();
  }

  private Optional<InstructionProgress.Undo> abandoned(InstructionProgress progress) {
    return programOf(progress)
        .abandoned(context.journal(), progress)
        .map(
            why ->
                new InstructionProgress.Undo(
                    Outcome.Result.FAILED, "at " + progress.step() + ": " + why));
  }

  private static InstructionProgram programOf(InstructionProgress progress) {
    return StepCatalog.program(progress.instruction().kind());
  }

  private Optional<InstructionProgress.Undo> cancelled(InstructionProgress progress) {
    String id = progress.instruction().header().id();
    return offered()
        .flatMap(ControlRecord::slot)
        .filter(
            slot ->
                !slot.instruction().header().id().equals(id)
                    ? newer(slot.instruction(), progress.instruction())
                    : slot.state() != InstructionSlot.State.OPEN)
        .map(
            slot ->
                new InstructionProgress.Undo(Outcome.Result.CANCELLED, "its cancel was asked for"));
  }

  private static boolean newer(Instruction other, Instruction mine) {
    return mine.header().token().before(other.header().token());
  }

  private Advance undo(InstructionProgress.Undo why) {
    InstructionProgress progress = context.progress();
    String first = StepCatalog.undo(progress.instruction().kind()).get(0).name();
    context.journalStore().change(edit -> edit.progress(progress.undoing(first, why).spent(spent)));
    return Advance.MOVED;
  }

  private void keepTime(InstructionProgress progress) {
    long unit = Math.max(1, progress.instruction().deadline().toMillis() / SAVES_PER_DEADLINE);
    if (spent - progress.spentMillis() >= unit) {
      context.journalStore().change(edit -> edit.progress(progress.spent(spent)));
    }
  }

  private Advance step(InstructionProgress progress) {
    var kind = progress.instruction().kind();
    List<StepCatalog.Listed> steps =
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

  private Advance fail(InstructionProgress progress, String because) {
    if (progress.undo().isPresent()) {
      currentStep = because;
      return Advance.WAITING;
    }
    return undo(
        new InstructionProgress.Undo(
            Outcome.Result.FAILED, "at " + progress.step() + ": " + because));
  }

  private Advance end(InstructionProgress progress, Outcome.Result result, String detail) {
    context
        .journalStore()
        .change(
            edit -> edit.ended(outcome(progress.instruction(), result, progress.step(), detail)));
    currentStep = "";
    return Advance.MOVED;
  }

  private static Outcome outcome(
      Instruction instruction, Outcome.Result result, String step, String detail) {
    return new Outcome(instruction.header().id(), instruction.kind(), result, step, detail);
  }
}
