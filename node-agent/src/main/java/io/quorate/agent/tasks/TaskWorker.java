package io.quorate.agent.tasks;

/** The one thread that tasks run on. */
public interface TaskWorker {
  /** Has it do the work; never called while it works. */
  void start(String name, Runnable work);

  /** Asks the work to stop, by an interrupt. */
  void interrupt();

  /** For an agent that carries out no tasks. */
  static TaskWorker none() {
    return new TaskWorker() {
      @Override
      public void start(String name, Runnable work) {
        throw new IllegalStateException("task " + name + " told to an agent without a worker");
      }

      @Override
      public void interrupt() {}
    };
  }
}
