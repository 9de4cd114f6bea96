package io.quorate.localcloud.lambda;

import io.quorate.localcloud.instance.SignalShell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One execution environment: a process, its runtime API, at most one invocation at a time.
 *
 * <ol>
 *   <li>It starts with an invocation that waits for the runtime to ask for it.
 *   <li>While the runtime asks and there is none, the process is frozen.
 *   <li>An invocation that is not answered by its deadline ends with the process.
 * </ol>
 */
final class LambdaEnvironment implements RuntimeApi.Client {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaEnvironment.class);
  private static final Duration LONGEST_INIT = Duration.ofMinutes(1);

  private final String id;
  private final LambdaFunction function;
  private final LambdaSettings settings;
  private final SignalShell signals;
  private final InstantSource clock;
  private final ScheduledExecutorService timer;
  private final RuntimeApi api;
  private final Path log;
  private final Process process;

  private @Nullable Invocation current;
  private @Nullable Invocation waiting;
  private boolean initialized;
  private boolean frozen;
  private boolean dead;
  private Instant idleSince;
  private Instant deadline;

  LambdaEnvironment(
      String id,
      LambdaFunction function,
      LambdaSettings settings,
      SignalShell signals,
      InstantSource clock,
      ScheduledExecutorService timer,
      Invocation first)
      throws IOException {
    this.id = id;
    this.function = function;
    this.settings = settings;
    this.signals = signals;
    this.clock = clock;
    this.timer = timer;
    this.current = first;
    this.waiting = first;
    this.idleSince = clock.instant();
    this.deadline = clock.instant().plus(LONGEST_INIT);
    this.log = settings.home().resolve("lambda").resolve(function.name()).resolve(id + ".log");
    this.api = new RuntimeApi(this);
    try {
      this.process = FunctionProcess.start(function, settings, id, api.address(), log);
    } catch (IOException e) {
      api.close();
      throw e;
    }
    watch(LONGEST_INIT);
  }

  /** Calls back when the process has ended. */
  void onExit(Runnable callback) {
    var unused =
        process
            .onExit()
            .thenAccept(
                ended -> {
                  died("Runtime exited with status " + ended.exitValue());
                  callback.run();
                });
  }

  @Override
  public synchronized RuntimeApi.Next next() throws InterruptedException {
    initialized = true;
    while (waiting == null) {
      if (function.freeze() && !frozen && !dead) {
        frozen = signals.freeze(process.pid());
      }
      wait();
    }
    Invocation next = waiting;
    waiting = null;
    deadline = clock.instant().plus(function.timeout());
    watch(function.timeout());
    return new RuntimeApi.Next(next, deadline.toEpochMilli(), settings.arn(function.name()));
  }

  /** Gives it an invocation, thawing it; false if it has one or is dead. */
  synchronized boolean offer(Invocation invocation) {
    if (current != null || dead || !initialized) {
      return false;
    }
    current = invocation;
    waiting = invocation;
    deadline = clock.instant().plus(function.timeout());
    thaw();
    notifyAll();
    return true;
  }

  private void watch(Duration time) {
    if (!timer.isShutdown()) {
      var unused = timer.schedule(this::endIfLate, time.toMillis() + 1, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void endIfLate() {
    Invocation late = current;
    if (late == null || clock.instant().isBefore(deadline)) {
      return;
    }
    LOG.warn(
        "function={} environment={} request={} timed_out=true",
        function.name(),
        id,
        late.requestId());
    current = null;
    late.end(
        InvocationOutcome.TIMED_OUT,
        error(
            "Sandbox.Timedout",
            "%s Task timed out after %.2f seconds"
                .formatted(late.requestId(), function.timeout().toMillis() / 1000.0)));
    kill();
  }

  @Override
  public synchronized void answered(String requestId, boolean failed, byte[] payload) {
    Invocation answered = current;
    if (answered != null && answered.requestId().equals(requestId)) {
      current = null;
      idleSince = clock.instant();
      answered.end(failed ? InvocationOutcome.FAILED : InvocationOutcome.SUCCEEDED, payload);
    }
  }

  @Override
  public synchronized void initFailed(byte[] error) {
    Invocation failed = current;
    current = null;
    if (failed != null) {
      failed.end(InvocationOutcome.FAILED, error);
    }
    kill();
  }

  private synchronized void died(String why) {
    dead = true;
    api.close();
    Invocation lost = current;
    current = null;
    if (lost != null) {
      LOG.warn("function={} environment={} crashed=\"{}\"", function.name(), id, why);
      lost.end(
          InvocationOutcome.CRASHED,
          error("Runtime.ExitError", "RequestId: " + lost.requestId() + " Error: " + why));
    }
  }

  private static byte[] error(String type, String message) {
    return "{\"errorType\":\"%s\",\"errorMessage\":\"%s\"}"
        .formatted(type, message)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Kills the process with SIGKILL. */
  synchronized void kill() {
    dead = true;
    process.destroyForcibly();
  }

  /** Waits, bounded, for a killed process to end. */
  void awaitEnd() {
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        LOG.warn("function={} environment={} sigkill=survived", function.name(), id);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops the process for a time, in the midst of what it does; its deadline waits as well. */
  synchronized void freeze(Duration time) {
    deadline = deadline.plus(time);
    frozen = signals.freeze(process.pid());
    watch(Duration.between(clock.instant(), deadline));
    var unused = timer.schedule(this::thaw, time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Lets a frozen process go on. */
  synchronized void thaw() {
    if (frozen) {
      signals.thaw(process.pid());
      frozen = false;
    }
  }

  /** Kills it if it has been idle for longer than the function keeps it. */
  synchronized boolean reap() {
    if (current != null || clock.instant().isBefore(idleSince.plus(function.idle()))) {
      return false;
    }
    kill();
    return true;
  }

  synchronized EnvironmentView view() {
    return new EnvironmentView(id, process.pid(), current != null, initialized, frozen, log);
  }
}
