package io.quorate.benchmark;

import io.quorate.deployment.EtcdAccess;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that writes without end and measures for how long no write was acknowledged. It keeps to
 * one member, the first, and turns to the next when a write fails.
 */
public final class WriteGap extends Background {
  private static final long PAUSE_NANOS = 5_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final EtcdAccess access;
  private final List<String> clientUrls;
  private int member;
  private long lastAcknowledged = System.nanoTime();
  private long longest;

  /** Begins to write, to the first of these members. */
  public WriteGap(EtcdAccess access, List<String> clientUrls) {
    super("write-gap");
    this.access = access;
    this.clientUrls = List.copyOf(clientUrls);
    begin();
  }

  @Override
  protected void once(long n) {
    try {
      access.etcd(clientUrls.get(member), PATIENCE).put("write-gap", "value-" + n);
      acknowledged();
    } catch (UncheckedIOException e) {
      // Not acknowledged, by a member that leaves or that just lost its leader: the next one.
      member = (member + 1) % clientUrls.size();
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private synchronized void acknowledged() {
    long now = System.nanoTime();
    longest = Math.max(longest, now - lastAcknowledged);
    lastAcknowledged = now;
  }

  /** Begins to measure, once a write was acknowledged. */
  public synchronized void mark() {
    longest = 0;
  }

  /** Milliseconds of the longest gap since the mark, one under way included. */
  public synchronized double longestMillis() {
    return Math.max(longest, System.nanoTime() - lastAcknowledged) / 1e6;
  }
}
