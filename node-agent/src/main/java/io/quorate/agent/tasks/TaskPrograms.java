package io.quorate.agent.tasks;

import io.quorate.command.CommandFailure;
import io.quorate.command.CommandKind;
import java.util.Set;

/** How this agent carries out tasks: the port to the world that a task works on. */
public interface TaskPrograms {
  /** The kinds that it can carry out; a node is told only what it lists. */
  Set<CommandKind> kinds();

  /**
   * Carries out a task, from its beginning, to its end.
   *
   * @throws InterruptedException when it is to stop; it leaves nothing running
   */
  TaskResult run(TaskRun run) throws InterruptedException;

  /** An agent that carries out no tasks. */
  static TaskPrograms none() {
    return new TaskPrograms() {
      @Override
      public Set<CommandKind> kinds() {
        return Set.of();
      }

      @Override
      public TaskResult run(TaskRun run) {
        return new TaskResult.Failed(CommandFailure.OTHER, "this agent carries out no tasks");
      }
    };
  }
}
