package io.quorate.localcloud.lambda;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asynchronous invocations: nobody waits, and failures are tried again as Lambda does. */
public final class AsyncInvoker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncInvoker.class);

  private final int retries;
  private final Duration delay;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("async-invoker").factory());

  /** An invoker with this many retries (2 in AWS), each after a delay (1 minute in AWS). */
  public AsyncInvoker(int retries, Duration delay) {
    this.retries = retries;
    this.delay = delay;
  }

  /** Invokes, and again while it fails and retries are left. */
  public void invoke(LambdaHost host, byte[] event) {
    attempt(host, event, retries);
  }

  private void attempt(LambdaHost host, byte[] event, int left) {
    var unused =
        host.invoke(event)
            .thenAccept(
                result -> {
                  if (!result.succeeded()) {
                    failed(host, event, left, result);
                  }
                });
  }

  private void failed(LambdaHost host, byte[] event, int left, InvocationResult result) {
    LOG.warn(
        "function={} async=failed outcome={} retries_left={}",
        host.function().name(),
        result.outcome(),
        left);
    if (left > 0 && !timer.isShutdown()) {
      var unused =
          timer.schedule(
              () -> attempt(host, event, left - 1), delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
