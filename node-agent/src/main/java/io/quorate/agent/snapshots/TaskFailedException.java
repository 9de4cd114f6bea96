package io.quorate.agent.snapshots;

import io.quorate.agent.tasks.TaskResult;

/** Ends a task early, with what it came to. */
final class TaskFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient TaskResult result;

  TaskFailedException(TaskResult result) {
    super(result.toString());
    this.result = result;
  }

  TaskResult result() {
    return result;
  }
}
