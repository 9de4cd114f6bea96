package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Somebody with a certificate that members take, and without any right, who tries without end to
 * write and to read at all of them: whatever happens to the cluster, none may ever serve.
 */
final class Intruder implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;
  private static final String PREFIX = "written/";

  private final Supplier<List<String>> clientUrls;
  private final EtcdAccess access;
  private final List<String> served = new CopyOnWriteArrayList<>();
  private final AtomicLong denied = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;

  /** Tries the members at these client URLs. */
  Intruder(Supplier<List<String>> clientUrls, EtcdAccess access) {
    this.clientUrls = clientUrls;
    this.access = access;
    this.thread = Thread.ofVirtual().name("intruder").start(this::run);
  }

  private void run() {
    for (long n = 0; !closed; n++) {
      for (String url : clientUrls.get()) {
        Etcd etcd = access.etcd(url);
        String key = PREFIX + "intruder-" + n;
        attempt(url + " wrote " + key, () -> etcd.put(key, "no"));
        attempt(url + " read", () -> etcd.range(PREFIX));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void attempt(String what, Runnable call) {
    try {
      call.run();
      served.add(what);
    } catch (UncheckedIOException e) {
      if (AccessControl.denied(e)) {
        denied.incrementAndGet();
      }
    }
  }

  /** Checks that it was never served, and that members denied it: else it would have tried none. */
  void wasNeverServed() {
    close();
    assertThat(served).as("what somebody without a right was served").isEmpty();
    assertThat(denied).as("calls that were denied").hasPositiveValue();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
