package io.quorate.benchmark;

import io.quorate.deployment.Etcd;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of one member that writes a small value fifty times a second, and measures how long each
 * write takes until it is acknowledged.
 */
final class FollowerWrites extends Background {
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Etcd etcd;
  private final String key;
  private List<Double> millis = new ArrayList<>();

  /** Begins to write through the member at this client URL. */
  FollowerWrites(String clientUrl) {
    super("writes-" + clientUrl);
    this.etcd = new Etcd(clientUrl, PATIENCE);
    this.key = "probe/" + clientUrl;
    begin();
  }

  @Override
  protected void once(long n) {
    long began = System.nanoTime();
    try {
      etcd.put(key, "value-" + n);
      note((System.nanoTime() - began) / 1e6);
    } catch (UncheckedIOException e) {
      // As long as the client waited for it: a write that failed must not look like a fast one.
      note((double) PATIENCE.toMillis());
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private synchronized void note(double took) {
    millis.add(took);
  }

  /** What was measured since the last call, in milliseconds. */
  synchronized List<Double> take() {
    List<Double> taken = millis;
    millis = new ArrayList<>();
    return taken;
  }
}
