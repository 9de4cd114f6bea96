package io.quorate.agent.tasks;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.InstructionGate;
import io.quorate.agent.execution.InstructionProgress;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.RecordCheck;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.LeaveCluster;
import io.quorate.instruction.Outcome;
import io.quorate.instruction.RemoveMember;
import io.quorate.instruction.RestartMember;
import io.quorate.model.ClusterUid;
import io.quorate.task.Task;
import io.quorate.task.TaskFailure;
import io.quorate.task.TaskKind;
import io.quorate.task.TaskOutcome;
import io.quorate.task.TaskSlot;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out tasks, one at a time:
 *
 * <ol>
 *   <li>without one under way it takes the slot's, if {@link InstructionGate} lets it, counts the
 *       attempt in the journal, and has the worker run its program;
 *   <li>past its deadline, when its cancel is asked for, or once an instruction stops this node's
 *       etcd, it interrupts the worker;
 *   <li>when the program has ended it journals the outcome.
 * </ol>
 *
 * <p>An instruction goes first: a task's token is never taken over while an older instruction
 * waits, which would then be refused. After a crash the task begins anew, as the next attempt.
 */
public final class TaskRunner {
  private final JournalStore journalStore;
  private final TaskPrograms programs;
  private final TaskWorker worker;
  private Optional<ControlRecord> record = Optional.empty();
  private Optional<Running> running = Optional.empty();
  private Optional<TaskOutcome> finished = Optional.empty();
  private boolean closed;

  /** An attempt under way. */
  private static final class Running {
    private final TaskRun run;
    private final long since;
    private Optional<Stop> stop = Optional.empty();

    Running(TaskRun run, long since) {
      this.run = run;
      this.since = since;
    }

    String taskId() {
      return run.task().header().id();
    }
  }

  /** Why an attempt is stopped, and what its outcome will be. */
  private record Stop(Outcome.Result result, String detail) {}

  /** Carries out what these programs can. */
  public TaskRunner(JournalStore journalStore, TaskPrograms programs, TaskWorker worker) {
    this.journalStore = journalStore;
    this.programs = programs;
    this.worker = worker;
  }

  /** The kinds of task that it can carry out. */
  public Set<TaskKind> kinds() {
    return programs.kinds();
  }

  /** The task under way, and how far it is, for people. */
  public synchronized Optional<String> progress() {
    return running.map(now -> now.run.progress());
  }

  /** The newest control record, to be looked at by the next call. */
  public synchronized void offer(ControlRecord newest) {
    record = Optional.of(newest);
  }

  /**
   * Looks at what is under way, or begins what is told; the time is monotonic.
   *
   * @return whether there is news to report
   */
  public synchronized boolean advance(long nowMillis) {
    if (finished.isPresent()) {
      TaskOutcome outcome = finished.get();
      journalStore.change(edit -> edit.taskEnded(outcome));
      finished = Optional.empty();
      running = Optional.empty();
      return true;
    }
    if (running.isPresent()) {
      Running now = running.get();
      if (now.stop.isEmpty()) {
        now.stop = stop(now, nowMillis);
        now.stop.ifPresent(why -> worker.interrupt());
      }
      return false;
    }
    return !closed && accept(nowMillis);
  }

  /** Begins no task any more, and interrupts what is under way: it begins anew in the next boot. */
  public synchronized void close() {
    closed = true;
    running.ifPresent(now -> worker.interrupt());
  }

  private boolean accept(long nowMillis) {
    AgentJournal journal = journalStore.current();
    Optional<TaskSlot> slot = record.flatMap(ControlRecord::task);
    var lineage = record.flatMap(ControlRecord::lineage);
    if (slot.isEmpty()
        || lineage.isEmpty()
        || RecordCheck.stale(journal, lineage).isPresent()
        || instructionFirst(journal, lineage.get().uid())) {
      return false;
    }
    return switch (InstructionGate.check(journal, lineage.get().uid(), slot.get())) {
      case InstructionGate.Ignore ignore -> false;
      case InstructionGate.Refuse refuse ->
          end(slot.get().task(), new Stop(Outcome.Result.REFUSED, refuse.detail()));
      case InstructionGate.Accept accept -> begin(slot.get(), nowMillis);
    };
  }

  private boolean instructionFirst(AgentJournal journal, ClusterUid uid) {
    return stopsEtcd(journal).isPresent()
        || record
            .flatMap(ControlRecord::slot)
            .filter(slot -> journal.progress().isEmpty())
            .filter(
                slot -> InstructionGate.check(journal, uid, slot) instanceof InstructionGate.Accept)
            .isPresent();
  }

  private boolean begin(TaskSlot slot, long nowMillis) {
    Task task = slot.task();
    if (slot.state() == InstructionSlot.State.CANCEL_REQUESTED) {
      return end(
          task, new Stop(Outcome.Result.CANCELLED, "its cancel was asked for before it began"));
    }
    if (!programs.kinds().contains(task.kind())) {
      return end(
          task,
          new Stop(
              Outcome.Result.REFUSED,
              "this agent carries out " + programs.kinds() + ", not " + task.kind()));
    }
    AgentJournal journal =
        journalStore.change(
            edit ->
                edit.uid(task.header().uid())
                    .seen(task.header().generation())
                    .seen(task.header().token())
                    .taskBegins(task.header().id()));
    TaskRun run =
        new TaskRun(
            task,
            journal.tasks().attempts(task.header().id()),
            journal.usableMember().map(JournalMember::identity),
            FencedMember.of(journal));
    running = Optional.of(new Running(run, nowMillis));
    worker.start(task.kind().name(), () -> ended(run, result(run)));
    return true;
  }

  private boolean end(Task task, Stop how) {
    long attempt = journalStore.current().tasks().attempts(task.header().id());
    TaskOutcome outcome = outcome(task, attempt, how.result(), how.detail(), Map.of());
    journalStore.change(edit -> edit.taskEnded(outcome));
    return true;
  }

  private TaskResult result(TaskRun run) {
    try {
      return programs.run(run);
    } catch (InterruptedException e) {
      // The worker's thread ends with this: nothing is left that an interrupt could stop.
      return new TaskResult.Failed(TaskFailure.OTHER, "interrupted while " + run.progress());
    } catch (RuntimeException e) {
      return new TaskResult.Failed(TaskFailure.OTHER, "at " + run.progress() + ": " + e);
    }
  }

  /** Keeps how it ended until the next call journals it: the disk may be full just now. */
  private synchronized void ended(TaskRun run, TaskResult result) {
    Optional<Stop> stop = running.flatMap(now -> now.stop);
    if (closed && !(result instanceof TaskResult.Done)) {
      running = Optional.empty();
      return;
    }
    finished = Optional.of(outcome(run, result, stop));
  }

  private static TaskOutcome outcome(TaskRun run, TaskResult result, Optional<Stop> stop) {
    return switch (result) {
      case TaskResult.Done done ->
          outcome(run.task(), run.attempt(), Outcome.Result.DONE, done.detail(), done.values());
      case TaskResult.Bad bad ->
          outcome(
              run.task(),
              run.attempt(),
              Outcome.Result.FAILED,
              bad.detail(),
              Map.of(TaskFailure.VERDICT, TaskFailure.BAD));
      case TaskResult.Failed failed -> {
        String detail = stop.map(Stop::detail).orElse(failed.detail());
        Outcome.Result how = stop.map(Stop::result).orElse(Outcome.Result.FAILED);
        TaskFailure failure = stop.isPresent() ? TaskFailure.OTHER : failed.failure();
        yield outcome(
            run.task(), run.attempt(), how, detail, Map.of(TaskFailure.VALUE, failure.name()));
      }
    };
  }

  private static TaskOutcome outcome(
      Task task, long attempt, Outcome.Result how, String detail, Map<String, Object> values) {
    return new TaskOutcome(task.header().id(), attempt, task.kind(), how, detail, values);
  }

  private Optional<Stop> stop(Running now, long nowMillis) {
    long deadline = now.run.task().deadline().toMillis();
    if (nowMillis - now.since > deadline) {
      return Optional.of(
          new Stop(
              Outcome.Result.FAILED,
              "not done within " + deadline + " ms; at " + now.run.progress()));
    }
    return stopsEtcd(journalStore.current())
        .or(() -> cancel(now))
        .map(why -> new Stop(Outcome.Result.CANCELLED, why));
  }

  private Optional<String> cancel(Running now) {
    return record
        .flatMap(ControlRecord::task)
        .filter(
            slot ->
                slot.task().header().id().equals(now.taskId())
                    ? slot.state() != InstructionSlot.State.OPEN
                    : now.run.task().header().token().before(slot.task().header().token()))
        .map(slot -> "its cancel was asked for");
  }

  /** Why an instruction under way leaves no etcd here for a task to work on. */
  private static Optional<String> stopsEtcd(AgentJournal journal) {
    return journal
        .progress()
        .map(InstructionProgress::instruction)
        .filter(TaskRunner::stopsOwnEtcd)
        .map(instruction -> instruction.kind() + " was begun here: it stops this node's etcd");
  }

  private static boolean stopsOwnEtcd(Instruction instruction) {
    return switch (instruction) {
      case JoinCluster join -> true;
      case LeaveCluster leave -> true;
      case RestartMember restart -> true;
      // It removes another member; the executor's own etcd goes on.
      case RemoveMember remove -> false;
    };
  }
}
