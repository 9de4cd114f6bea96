package io.quorate.agent.local;

import io.quorate.agent.tasks.TaskWorker;
import org.jspecify.annotations.Nullable;

/** {@link TaskWorker} on a daemon thread of its own, made for each task and gone after it. */
public final class WorkerThread implements TaskWorker {
  private @Nullable Thread thread;

  @Override
  public synchronized void start(String name, Runnable work) {
    thread = Thread.ofPlatform().daemon().name("agent-task-" + name).start(work);
  }

  @Override
  public synchronized void interrupt() {
    Thread working = thread;
    if (working != null) {
      working.interrupt();
    }
  }
}
