package io.quorate.deployment.tour;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.tour.TourStep.Expectation;
import io.quorate.state.Condition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A database that grows up to its quota. The quota is made small before, by the command, so that
 * little has to be written; the newest values are few, and what fills the database is history.
 */
final class QuotaSteps {
  /** The smallest that a spec may have. */
  private static final long QUOTA = 16L << 20;

  private static final Pattern QUOTA_LINE = Pattern.compile("(?m)^( *quota: ).*$");
  private static final String KEY = "tour-filler";

  /** Small, so that hardly a page is free once the database is full. */
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
    String spec = cluster.quorate("get", cluster.name().value());
    String small = QUOTA_LINE.matcher(spec).replaceFirst(line -> line.group(1) + "16MiB");
    if (small.equals(spec) || spec.contains("\nmaintenance:")) {
      throw new IllegalStateException(
          "expected a spec with a larger etcd.quota, and without maintenance, not: " + spec);
    }
    before = Optional.of(spec);
    apply(cluster, small + "maintenance:\n  emergencyCompaction: true\n");
    return new Expectation(Optional.empty(), () -> allRunWith(cluster, QUOTA), 0);
  }

  /**
   * Once Quorate has made room, writes go on. A database that is far smaller then was compacted and
   * defragmented: what filled it was in use.
   */
  private Expectation fill(LiveCluster cluster) {
    if (!allRunWith(cluster, QUOTA)) {
      throw new IllegalStateException(
          "a database of etcd.quota is too large to be filled: lower it by the step before");
    }
    Etcd etcd = cluster.access().etcd(cluster.leaderUrl(), PATIENCE);
    if (!refusesOnceFull(etcd)) {
      throw new IllegalStateException(
          "etcd still takes writes after " + MOST + " values of " + VALUE_BYTES + " bytes");
    }
    return new Expectation(
            () -> alarmIsTold(cluster),
            () -> !alarmIsTold(cluster) && allHaveRoom(cluster) && writes(cluster))
        .since(System.nanoTime());
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
    return cluster.status().conditions().stream()
        .anyMatch(condition -> condition.type() == Condition.Type.ETCD_ALARM);
  }

  private static boolean allHaveRoom(LiveCluster cluster) {
    return cluster.databaseBytes().stream().allMatch(bytes -> bytes > 0 && bytes < QUOTA / 2);
  }

  /** With as little as was there before. */
  private static boolean writes(LiveCluster cluster) {
    return cluster.etcd(cluster.running().getFirst()).put(KEY, "") > 0;
  }

  private Expectation raise(LiveCluster cluster) throws IOException, InterruptedException {
    String spec =
        before.orElseThrow(
            () -> new IllegalStateException("etcd.quota was not lowered by the step for it"));
    apply(cluster, spec);
    return new Expectation(
        Optional.empty(), () -> cluster.quotas().stream().allMatch(quota -> quota > QUOTA), 0);
  }

  private static boolean allRunWith(LiveCluster cluster, long quota) {
    return cluster.quotas().stream().allMatch(each -> each == quota);
  }

  private static void apply(LiveCluster cluster, String spec)
      throws IOException, InterruptedException {
    Path file = cluster.deployment().config().home().resolve("tour.yaml");
    Files.writeString(file, spec);
    cluster.quorate("apply", "--file", file.toString());
  }
}
