package io.quorate.agent.run;

import io.quorate.agent.execution.CommandRunner;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.tasks.TaskRunner;
import io.quorate.command.Outcome;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the task under way, and logs what became of it. */
final class TaskLoop {
  private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);
  private static final long LOOK_MILLIS = 1_000;

  private final JournalStore journalStore;
  private final TaskRunner tasks;
  private final Runnable report;

  TaskLoop(JournalStore journalStore, TaskRunner tasks, Runnable report) {
    this.journalStore = journalStore;
    this.tasks = tasks;
    this.report = report;
  }

  /** Looks once; how many milliseconds until the next look. */
  long tick(long nowMillis) {
    if (tasks.advance(nowMillis) == CommandRunner.Advance.MOVED) {
      tell(journalStore.current().tasks().outcome());
      report.run();
    }
    return LOOK_MILLIS;
  }

  private void tell(Optional<Outcome> ended) {
    ended.ifPresentOrElse(
        outcome ->
            LOG.info(
                "event=task-ended task={} kind={} attempt={} result={} detail=\"{}\"",
                outcome.commandId(),
                outcome.kind(),
                outcome.attempt(),
                outcome.result(),
                outcome.detail()),
        () -> LOG.info("event=task-begun task=\"{}\"", tasks.progress().orElse("")));
  }
}
