package io.quorate.deployment.tour;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.tour.TourStep.Expectation;
import io.quorate.state.Condition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A database that grows up to its quota. The quota is made small before, by the command, so that
 * little has to be written.
 */
final class QuotaSteps {
  /** The smallest that a spec may have. */
  private static final long QUOTA = 16L << 20;

  private static final Pattern QUOTA_LINE = Pattern.compile("(?m)^( *quota: ).*$");
  private static final String KEY = "tour-filler";
  private static final int VALUE_BYTES = 64 << 10;

  /** Twice as many as have room. */
  private static final int MOST = (int) (2 * QUOTA / VALUE_BYTES);

  /** A put of such a value may wait for a busy disk. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Optional<String> before = Optional.empty();

  /** The steps, in their order. */
  List<TourStep> all() {
    return List.of(
        TourStep.of("lower etcd.quota to 16MiB", this::lower),
        TourStep.of("fill the database to its quota", this::fill),
        TourStep.of("raise etcd.quota again", this::raise));
  }

  /** Members restart one by one to take it; the history may be dropped in an emergency. */
  private Expectation lower(LiveCluster cluster) throws IOException, InterruptedException {
    String spec = cluster.spec();
    String small = QUOTA_LINE.matcher(spec).replaceFirst(line -> line.group(1) + "16MiB");
    if (small.equals(spec) || spec.contains("\nmaintenance:")) {
      throw new IllegalStateException(
          "expected a spec with a larger etcd.quota, and without maintenance, not: " + spec);
    }
    before = Optional.of(spec);
    cluster.apply(small + "maintenance:\n  emergencyCompaction: true\n");
    return new Expectation(Optional.empty(), () -> allRunWith(cluster, QUOTA), 0);
  }

  /**
   * What filled it is history that only an emergency drops. Who writes on fills at once what little
   * room there is before that.
   */
  private Expectation fill(LiveCluster cluster) {
    if (!allRunWith(cluster, QUOTA)) {
      throw new IllegalStateException(
          "a database of etcd.quota is too large to be filled: lower it by the step before");
    }
    fillUp(cluster);
    return new Expectation(() -> alarmIsTold(cluster), () -> hasRoomAgain(cluster))
        .since(System.nanoTime());
  }

  private static boolean hasRoomAgain(LiveCluster cluster) {
    if (alarmIsTold(cluster)) {
      return false;
    }
    if (cluster.databaseBytes().stream().anyMatch(bytes -> bytes >= QUOTA / 2)) {
      fillUp(cluster);
      return false;
    }
    return cluster.etcd(cluster.running().getFirst()).put(KEY, "") > 0;
  }

  private static void fillUp(LiveCluster cluster) {
    if (!refusesOnceFull(cluster.access().etcd(cluster.leaderUrl(), PATIENCE))) {
      throw new IllegalStateException(
          "etcd still takes writes after " + MOST + " values of " + VALUE_BYTES + " bytes");
    }
  }

  private static boolean refusesOnceFull(Etcd etcd) {
    String value = "f".repeat(VALUE_BYTES);
    for (int n = 0; n < MOST; n++) {
      try {
        etcd.put(KEY, n + value);
      } catch (UncheckedIOException e) {
        if (String.valueOf(e.getMessage()).contains("database space exceeded")) {
          return true;
        }
        throw e;
      }
    }
    return false;
  }

  private static boolean alarmIsTold(LiveCluster cluster) {
    return cluster.tells(Condition.Type.ETCD_ALARM);
  }

  private Expectation raise(LiveCluster cluster) throws IOException, InterruptedException {
    String spec =
        before.orElseThrow(
            () -> new IllegalStateException("etcd.quota was not lowered by the step for it"));
    cluster.apply(spec);
    return new Expectation(
        Optional.empty(), () -> cluster.quotas().stream().allMatch(quota -> quota > QUOTA), 0);
  }

  private static boolean allRunWith(LiveCluster cluster, long quota) {
    return cluster.quotas().stream().allMatch(each -> each == quota);
  }
}
