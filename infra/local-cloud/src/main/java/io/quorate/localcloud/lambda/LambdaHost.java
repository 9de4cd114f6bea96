package io.quorate.localcloud.lambda;

import io.quorate.localcloud.instance.SignalShell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one function: starts execution environments on demand, gives each invocation one of its own
 * for as long as it lasts, freezes idle ones and ends those that stay idle.
 */
public final class LambdaHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaHost.class);

  private final LambdaFunction function;
  private final LambdaSettings settings;
  private final InstantSource clock;
  private final SignalShell signals = new SignalShell();
  private final Map<String, LambdaEnvironment> environments = new LinkedHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("lambda-host").factory());
  private final List<Consumer<byte[]>> listeners = new CopyOnWriteArrayList<>();
  private boolean closed;

  /** A host without environments yet. */
  public LambdaHost(LambdaFunction function, LambdaSettings settings, InstantSource clock) {
    this.function = function;
    this.settings = settings;
    this.clock = clock;
    long every = Math.max(100, function.idle().toMillis() / 4);
    var unused = timer.scheduleWithFixedDelay(this::reap, every, every, TimeUnit.MILLISECONDS);
  }

  /** The function that it runs. */
  public LambdaFunction function() {
    return function;
  }

  /** The settings that it runs it with. */
  public LambdaSettings settings() {
    return settings;
  }

  /** Shows each event to a listener from now on, before the function gets it. */
  public void listen(Consumer<byte[]> listener) {
    listeners.add(listener);
  }

  /** Invokes the function; the future never fails, the result says how it went. */
  public synchronized CompletableFuture<InvocationResult> invoke(byte[] event) {
    listeners.forEach(listener -> listener.accept(event));
    Invocation invocation =
        new Invocation(UUID.randomUUID().toString(), event, new CompletableFuture<>());
    boolean taken =
        environments.values().stream().anyMatch(environment -> environment.offer(invocation));
    if (taken) {
      return invocation.result();
    }
    if (closed || environments.size() >= function.maxConcurrency()) {
      invocation.end(InvocationOutcome.THROTTLED, message("Rate Exceeded."));
    } else {
      start(invocation);
    }
    return invocation.result();
  }

  private void start(Invocation first) {
    String id = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    try {
      LambdaEnvironment environment =
          new LambdaEnvironment(id, function, settings, signals, clock, timer, first);
      environments.put(id, environment);
      LOG.info(
          "function={} environment={} cold_start=true pid={}",
          function.name(),
          id,
          environment.view().pid());
      environment.onExit(() -> forget(id));
    } catch (IOException e) {
      LOG.error("function={} start=failed", function.name(), e);
      first.end(InvocationOutcome.FAILED, message("cannot start the function's process"));
    }
  }

  private static byte[] message(String text) {
    return "{\"errorMessage\":\"%s\"}".formatted(text).getBytes(StandardCharsets.UTF_8);
  }

  private synchronized void forget(String id) {
    environments.remove(id);
    LOG.info("function={} environment={} gone=true", function.name(), id);
  }

  private synchronized void reap() {
    environments.values().forEach(LambdaEnvironment::reap);
  }

  /** All environments that live. */
  public synchronized List<EnvironmentView> environments() {
    return environments.values().stream().map(LambdaEnvironment::view).toList();
  }

  /** Kills an environment with SIGKILL, in the midst of what it does. */
  public synchronized void kill(String environment) {
    get(environment).kill();
  }

  /** Stops an environment for a time, in the midst of what it does; its timeout waits as well. */
  public synchronized void freeze(String environment, Duration time) {
    get(environment).freeze(time);
  }

  /** Ends a freeze early. */
  public synchronized void thaw(String environment) {
    get(environment).thaw();
  }

  private LambdaEnvironment get(String id) {
    LambdaEnvironment found = environments.get(id);
    if (found == null) {
      throw new NoSuchElementException(
          "environment of %s is '%s', expected one of %s"
              .formatted(function.name(), id, environments.keySet()));
    }
    return found;
  }

  /** Kills all environments; their invocations end as crashed, later ones are throttled. */
  @Override
  public void close() {
    List<LambdaEnvironment> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(environments.values());
    }
    timer.shutdownNow();
    all.forEach(LambdaEnvironment::kill);
    all.forEach(LambdaEnvironment::awaitEnd);
    signals.close();
  }
}
