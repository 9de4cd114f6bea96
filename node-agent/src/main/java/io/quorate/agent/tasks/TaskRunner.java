package io.quorate.agent.tasks;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandRunner;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.OfferedCommands;
import io.quorate.command.Command;
import io.quorate.command.CommandEffect;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.command.VerifySnapshot;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out the commands of the maintenance lane in the background, one at a time:
 *
 * <ol>
 *   <li>without one under way it takes the slot's, if {@link OfferedCommands} lets it, counts the
 *       attempt in the journal, and has the worker run its program;
 *   <li>past its deadline, when its cancel is asked for, or once a membership command stops this
 *       node's etcd, it interrupts the worker;
 *   <li>when the program has ended it asks for a look at once, and journals the outcome.
 * </ol>
 *
 * <p>A membership command goes first: a task's token is never taken over while an older one waits,
 * which would then be refused. After a crash the task begins anew, as the next attempt.
 */
public final class TaskRunner implements CommandRunner {
  private final JournalStore journalStore;
  private final TaskPrograms programs;
  private final TaskWorker worker;
  private final Runnable look;
  private final OfferedCommands offered = new OfferedCommands();
  private Optional<Running> running = Optional.empty();
  private Optional<Outcome> finished = Optional.empty();
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
  }

  /** Why an attempt is stopped, and what its outcome will be. */
  private record Stop(Outcome.Result result, String detail) {}

  /**
   * Carries out what these programs can.
   *
   * @param look asks for a call of {@link #advance} before its time; called by the worker
   */
  public TaskRunner(
      JournalStore journalStore, TaskPrograms programs, TaskWorker worker, Runnable look) {
    this.journalStore = journalStore;
    this.programs = programs;
    this.worker = worker;
    this.look = look;
  }

  /** The kinds of task that it can carry out. */
  public Set<CommandKind> kinds() {
    return programs.kinds();
  }

  /** The task under way, and how far it is, for people. */
  public synchronized Optional<String> progress() {
    return running.map(now -> now.run.progress());
  }

  /** Whether a task of this kind is under way. */
  public synchronized boolean runs(CommandKind kind) {
    return running.filter(now -> now.run.command().kind() == kind).isPresent();
  }

  /** What the task under way does to the own etcd where it answers nothing meanwhile. */
  public synchronized Optional<String> blocking() {
    return running
        .map(now -> now.run)
        .filter(
            run ->
                run.command().effects().stream().anyMatch(CommandEffect.Blocks.class::isInstance))
        .map(TaskRun::progress);
  }

  @Override
  public void offer(ControlRecord newest) {
    offered.offer(newest);
  }

  /** MOVED where there is news to report, else IDLE. */
  @Override
  public synchronized Advance advance(long nowMillis) {
    return look(nowMillis) ? Advance.MOVED : Advance.IDLE;
  }

  private boolean look(long nowMillis) {
    if (finished.isPresent()) {
      Outcome outcome = finished.get();
      journalStore.change(edit -> edit.ended(outcome));
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
    Optional<OfferedCommands.Offer> next = offered.next(journal, Lane.MAINTENANCE);
    if (next.isEmpty() || membershipFirst(journal)) {
      return false;
    }
    CommandSlot slot = next.get().slot();
    return next.get()
        .refusal()
        .map(why -> end(slot.command(), new Stop(Outcome.Result.REFUSED, why)))
        .orElseGet(() -> begin(slot, nowMillis));
  }

  private boolean membershipFirst(AgentJournal journal) {
    return stopsEtcd(journal).isPresent()
        || offered
            .next(journal, Lane.MEMBERSHIP)
            .filter(offer -> journal.progress().isEmpty() && offer.refusal().isEmpty())
            .isPresent();
  }

  private boolean begin(CommandSlot slot, long nowMillis) {
    Command task = slot.command();
    if (slot.state() == CommandSlot.State.CANCEL_REQUESTED) {
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
        journalStore.change(edit -> edit.accepted(task.header()).taskBegins(task.header().id()));
    TaskRun run =
        new TaskRun(
            task,
            journal.tasks().attempts(task.header().id()),
            journal.usableMember().map(JournalMember::identity),
            FencedMember.of(journal),
            () -> over(task));
    running = Optional.of(new Running(run, nowMillis));
    worker.start(
        task.kind().name(),
        () -> {
          ended(run, result(run));
          look.run();
        });
    return true;
  }

  /** Whether it may still have an effect (I4); its program keeps the deadline. */
  private synchronized Optional<String> over(Command task) {
    AgentJournal journal = journalStore.current();
    if (task.header().token().before(journal.seenToken())
        || task.header().generation().before(journal.seenGeneration())) {
      return Optional.of(
          "token %s of generation %s is older than what this node has seen"
              .formatted(task.header().token(), task.header().generation()));
    }
    return closed ? Optional.of("the agent stops") : stopsEtcd(journal).or(() -> cancel(task));
  }

  private boolean end(Command task, Stop how) {
    long attempt = journalStore.current().tasks().attempts(task.header().id());
    Outcome outcome = outcome(task, attempt, how.result(), how.detail(), Map.of());
    journalStore.change(edit -> edit.ended(outcome));
    return true;
  }

  private TaskResult result(TaskRun run) {
    try {
      return programs.run(run);
    } catch (InterruptedException e) {
      // The worker's thread ends with this: nothing is left that an interrupt could stop.
      return new TaskResult.Failed(CommandFailure.OTHER, "interrupted while " + run.progress());
    } catch (RuntimeException e) {
      return new TaskResult.Failed(CommandFailure.OTHER, "at " + run.progress() + ": " + e);
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

  private static Outcome outcome(TaskRun run, TaskResult result, Optional<Stop> stop) {
    return switch (result) {
      case TaskResult.Done done ->
          outcome(run.command(), run.attempt(), Outcome.Result.DONE, done.detail(), done.values());
      case TaskResult.Bad bad ->
          outcome(
              run.command(),
              run.attempt(),
              Outcome.Result.FAILED,
              bad.detail(),
              Map.of(CommandFailure.VERDICT, CommandFailure.BAD));
      case TaskResult.RefusedByRelease refused ->
          outcome(
              run.command(),
              run.attempt(),
              Outcome.Result.FAILED,
              refused.detail(),
              Map.of(
                  CommandFailure.VERDICT,
                  CommandFailure.REFUSED_BY_RELEASE,
                  VerifySnapshot.RELEASE,
                  refused.release().toString()));
      case TaskResult.Failed failed -> {
        String detail = stop.map(Stop::detail).orElse(failed.detail());
        Outcome.Result how = stop.map(Stop::result).orElse(Outcome.Result.FAILED);
        CommandFailure failure = stop.isPresent() ? CommandFailure.OTHER : failed.failure();
        yield outcome(
            run.command(),
            run.attempt(),
            how,
            detail,
            Map.of(CommandFailure.VALUE, failure.name()));
      }
    };
  }

  private static Outcome outcome(
      Command task, long attempt, Outcome.Result how, String detail, Map<String, Object> values) {
    return new Outcome(task.header().id(), attempt, task.kind(), how, detail, values);
  }

  private Optional<Stop> stop(Running now, long nowMillis) {
    long deadline = now.run.command().deadline().toMillis();
    if (nowMillis - now.since > deadline) {
      return Optional.of(
          new Stop(
              Outcome.Result.FAILED,
              "not done within " + deadline + " ms; at " + now.run.progress()));
    }
    return stopsEtcd(journalStore.current())
        .or(() -> cancel(now.run.command()))
        .map(why -> new Stop(Outcome.Result.CANCELLED, why));
  }

  private Optional<String> cancel(Command task) {
    return offered.cancels(task) ? Optional.of("its cancel was asked for") : Optional.empty();
  }

  /** Why a membership command under way leaves no etcd here for a task to work on. */
  private static Optional<String> stopsEtcd(AgentJournal journal) {
    return journal
        .progress()
        .map(progress -> progress.command().kind())
        .filter(CommandKind::stopsOwnEtcd)
        .map(kind -> kind + " was begun here: it stops this node's etcd");
  }
}
