package io.quorate.e2e;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;

/** Inserts row after row at the primary, and remembers which were acknowledged. */
final class PatroniRows {
  private final Patronis patronis;
  private final Set<Long> acknowledged = new ConcurrentSkipListSet<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long last = System.nanoTime();
  private volatile long longest;

  PatroniRows(Patronis patronis) {
    this.patronis = patronis;
    AwaitCondition.until(
        "a table",
        Stage.SOON,
        () -> patronis.sql("create table if not exists rows (n bigint)").isPresent());
    this.thread = Thread.ofVirtual().name("rows").start(this::run);
  }

  private void run() {
    for (long n = 0; !closed; n++) {
      if (patronis.sql("insert into rows values (" + n + ")").isPresent()) {
        acknowledged.add(n);
        long now = System.nanoTime();
        longest = Math.max(longest, now - last);
        last = now;
      }
    }
  }

  /** Begins to measure anew. */
  void mark() {
    longest = 0;
  }

  /** The longest time without an acknowledged row since the mark. */
  Duration longestGap() {
    return Duration.ofNanos(longest);
  }

  void awaitMore(int more) {
    int before = acknowledged.size();
    AwaitCondition.untilSettled(
        more + " more rows", Stage.SOON, () -> acknowledged.size() >= before + more);
  }

  /** Acknowledged rows that the primary does not have. */
  Set<Long> missing() {
    Set<Long> missing = new TreeSet<>(acknowledged);
    missing.removeAll(
        AwaitCondition.value("the rows", Stage.SOON, () -> patronis.sql("select n from rows"))
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(Long::valueOf)
            .collect(Collectors.toSet()));
    return missing;
  }

  /** Stops. */
  void end() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
