package io.quorate.agent.app;

import io.quorate.agent.journal.JournalLockedException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the agent's process ends.
 *
 * <ol>
 *   <li>Asked to (SIGTERM): etcd is stopped cleanly, or left serving if the settings say so.
 *   <li>On an instance that it took for another: etcd is stopped cleanly, whatever the settings
 *       say.
 *   <li>By an error: at once and without stopping etcd, for a next agent will adopt it. An error
 *       while etcd is being stopped does not cut that short.
 * </ol>
 */
final class ShutdownCoordinator {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownCoordinator.class);
  private static final int CAUSES_MAX = 20;

  private final IntConsumer halt;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile AgentExitCode code = AgentExitCode.CLEAN;

  /**
   * @param halt ends the process with a code and without shutdown hooks
   */
  ShutdownCoordinator(IntConsumer halt) {
    this.halt = halt;
  }

  /** Ends because the process was asked to. */
  void asked(RunningAgent agent, boolean stopEtcd) {
    asked.set(true);
    LOG.info("agent=stopping etcd={}", stopEtcd ? "stop" : "leave");
    try {
      if (stopEtcd) {
        agent.close();
      } else {
        agent.abandon();
      }
    } catch (RuntimeException | Error e) {
      code = AgentExitCode.INTERNAL;
      LOG.error("agent=stopping etcd=unknown", e);
    }
    LOG.info("agent=stopped exit={}", code.code());
    halt.accept(code.code());
  }

  /** Ends because the agent took this for an instance that it is not; etcd must not serve here. */
  void anotherInstance(RunningAgent agent, String detail) {
    LOG.error("agent=ending etcd=stop cause=\"{}\"", detail);
    code = AgentExitCode.INTERNAL;
    asked(agent, true);
  }

  /** Ends because the agent's work came to an end by itself. */
  void done() {
    if (!asked.get()) {
      halt.accept(code.code());
    }
  }

  /** Ends because of an error in any thread. */
  void failed(String thread, Throwable error) {
    AgentExitCode reason = reason(error);
    if (reason == AgentExitCode.DISK_HELD) {
      LOG.error("agent=ending exit={} cause=\"{}\"", reason.code(), error.getMessage());
    } else {
      LOG.error("agent=ending exit={} thread={} etcd=left", reason.code(), thread, error);
    }
    code = reason;
    if (!asked.get()) {
      halt.accept(reason.code());
    }
  }

  private static AgentExitCode reason(Throwable error) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
      if (cause instanceof JournalLockedException) {
        return AgentExitCode.DISK_HELD;
      }
      cause = cause.getCause();
    }
    return AgentExitCode.INTERNAL;
  }
}
