package io.quorate.agent.snapshots;

/** A transfer was interrupted between two of its parts. */
final class TaskStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TaskStoppedException(String transfer) {
    super("interrupted: " + transfer);
  }
}
