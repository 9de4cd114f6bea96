package io.quorate.localcloud.instance;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The supervised command of an instance, as systemd runs it with {@code Restart=always} and {@code
 * KillMode=process}: only the command itself is started, watched and ended; what it started lives
 * on.
 */
final class AgentUnit {
  private static final Logger LOG = LoggerFactory.getLogger(AgentUnit.class);

  /** Starts the command once. */
  @FunctionalInterface
  interface Starter {
    Process start() throws IOException;
  }

  private final String name;
  private final Starter starter;
  private final Duration restartDelay;
  private final ScheduledExecutorService timer;
  private @Nullable Process process;
  private boolean wanted;
  private int starts;

  AgentUnit(String name, Starter starter, Duration restartDelay, ScheduledExecutorService timer) {
    this.name = name;
    this.starter = starter;
    this.restartDelay = restartDelay;
    this.timer = timer;
  }

  /** Starts the command, and again whenever it ends. */
  synchronized void start() {
    wanted = true;
    if (process == null || !process.isAlive()) {
      run();
    }
  }

  /** Leaves the command as it is but starts it no more. */
  synchronized void hold() {
    wanted = false;
  }

  /** Holds, asks the command to end, and waits for it; false if it does not in time. */
  boolean stop(Duration grace) {
    Process running;
    synchronized (this) {
      wanted = false;
      running = process;
    }
    if (running == null) {
      return true;
    }
    running.destroy();
    return ProcessDeath.within(running.toHandle(), grace);
  }

  synchronized OptionalLong pid() {
    return process != null && process.isAlive()
        ? OptionalLong.of(process.pid())
        : OptionalLong.empty();
  }

  /** How often the command was started. */
  synchronized int starts() {
    return starts;
  }

  synchronized boolean held() {
    return !wanted;
  }

  private void run() {
    try {
      Process started = starter.start();
      process = started;
      starts++;
      LOG.info("instance={} agent=started pid={} starts={}", name, started.pid(), starts);
      var unused = started.onExit().thenAccept(this::ended);
    } catch (IOException e) {
      LOG.error("instance={} agent=unstartable", name, e);
      later();
    }
  }

  private synchronized void ended(Process ended) {
    LOG.info("instance={} agent=ended pid={} exit={}", name, ended.pid(), ended.exitValue());
    if (wanted) {
      later();
    }
  }

  private void later() {
    if (!timer.isShutdown()) {
      var unused = timer.schedule(this::again, restartDelay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void again() {
    if (wanted && (process == null || !process.isAlive())) {
      run();
    }
  }
}
