package io.quorate.deployment.tour;

import io.etcd.jetcd.Client;
import io.quorate.deployment.tour.TourStep.Check;
import io.quorate.deployment.tour.TourStep.Expectation;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.GenerationSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Breaks a healthy cluster, step after step, under a steady stream of writes, and checks at the end
 * that every acknowledged write is there. Where a snapshot was restored, that is every write that
 * it held and every later one, and none of those between.
 */
public final class Tour {
  private static final long LOOK_MILLIS = 50;
  private static final int FEWEST = 3;

  /**
   * No step takes so long on an idle machine; a busy one is no reason to fail. An upgrade of etcd,
   * which verifies a snapshot and restarts each member, has taken three minutes on such a one.
   */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(6);

  private final LiveCluster cluster;
  private final int members;
  private final List<TourStep> steps;
  private final Consumer<String> progress;
  private final CountDownLatch interrupted;

  /**
   * A tour of one healthy cluster.
   *
   * @param members how many the cluster has
   * @param releases what its etcd may be upgraded to
   * @param chosen parts of the names of the steps that it makes; none for all
   * @param progress told each step, and what came of it
   * @param interrupted ends the tour early
   */
  public Tour(
      LiveCluster cluster,
      int members,
      FoundReleases releases,
      List<String> chosen,
      Consumer<String> progress,
      CountDownLatch interrupted) {
    this.cluster = cluster;
    this.members = members;
    this.steps = TourSteps.chosen(members, releases, chosen);
    this.progress = progress;
    this.interrupted = interrupted;
  }

  /**
   * Why a tour of these steps cannot be made; empty where it can.
   *
   * @param members how many the cluster has
   * @param releases what its etcd may be upgraded to
   * @param chosen parts of the names of the steps
   */
  public static Optional<String> refused(int members, FoundReleases releases, List<String> chosen) {
    if (members < FEWEST) {
      return Optional.of(
          "a tour breaks one member while the others serve: expected 3, 5 or 7 nodes, not "
              + members);
    }
    return TourSteps.unknown(members, releases, chosen);
  }

  /**
   * Makes the tour; the first step that fails ends it.
   *
   * @param bringUp how long the cluster took to become healthy
   */
  public TourReport run(Duration bringUp) throws IOException, InterruptedException {
    List<StepReport> reports = new ArrayList<>();
    Set<GenerationSource> sources = new LinkedHashSet<>();
    reports.add(
        new StepReport("bootstrap", Optional.empty(), bringUp, Optional.empty(), Optional.empty()));
    try (Client watching = cluster.client();
        Client contending = cluster.client();
        Client other = cluster.client();
        WriteStream writes =
            new WriteStream(Callers.KEYS, cluster.url(), cluster.callers().application());
        WatchingApplication watch = new WatchingApplication(watching, writes);
        LockContenders locks = new LockContenders(contending, other)) {
      List<String> problems = new ArrayList<>();
      awaited("every member answers before the first step", () -> cluster.healthy(members))
          .ifPresent(problems::add);
      for (TourStep step : problems.isEmpty() ? steps : List.<TourStep>of()) {
        if (reports.stream().allMatch(report -> report.problem().isEmpty())
            && interrupted.getCount() > 0) {
          progress.accept(step.name() + " ...");
          StepReport report =
              step.skipped().isPresent()
                  ? StepReport.skipped(step.name(), step.skipped().get())
                  : run(step, writes);
          cluster.restoredFrom().ifPresent(sources::add);
          progress.accept(step.name() + ": " + TourReport.said(report));
          reports.add(report);
        }
      }
      writes.end();
      boolean whole = reports.size() == steps.size() + 1;
      reports.stream().flatMap(report -> report.problem().stream()).forEach(problems::add);
      Optional<TourReport.Clients> clients = Optional.empty();
      if (whole && problems.isEmpty()) {
        int taken = locks.times();
        awaited("the watcher has seen the last write", watch::upToDate).ifPresent(problems::add);
        awaited("the lock is taken again", () -> locks.times() > taken).ifPresent(problems::add);
        locks.end(); // From here on nobody writes.
        problems.addAll(check(writes, sources));
        TourReport.Clients met =
            new TourReport.Clients(
                watch.events(),
                watch.gaps(),
                watch.missed(writes.revisions()),
                locks.times(),
                locks.twice());
        problems.addAll(met.problems());
        clients = Optional.of(met);
      } else if (problems.isEmpty()) {
        problems.add("interrupted before its end");
      }
      return new TourReport(
          reports, writes.acknowledged(), writes.lostBy(sources), clients, problems);
    }
  }

  private StepReport run(TourStep step, WriteStream writes) throws InterruptedException {
    writes.mark();
    long start = System.nanoTime();
    Optional<Duration> detected = Optional.empty();
    Optional<String> problem = Optional.empty();
    try {
      Expectation expected = step.act(cluster);
      start = expected.since().orElse(start);
      if (expected.detected().isPresent()) {
        await("the records show it", expected.detected().get());
        detected = Optional.of(since(start));
      }
      if (expected.remedy().isPresent()) {
        expected.remedy().get().apply();
      }
      int size = members + expected.more();
      await(
          "it is mended and all " + size + " members are healthy",
          () -> expected.mended().holds() && cluster.healthy(size));
    } catch (IOException | RuntimeException e) {
      problem = Optional.of(step.name() + ": " + e);
    }
    return new StepReport(
        step.name(), detected, since(start), Optional.of(writes.longestGap()), problem);
  }

  private Optional<String> awaited(String what, Check check) throws InterruptedException {
    try {
      await(what, check);
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void await(String what, Check check) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_STEP.toNanos();
    Optional<Exception> last = Optional.empty();
    while (System.nanoTime() < deadline) {
      try {
        if (check.holds()) {
          return;
        }
        last = Optional.empty();
      } catch (IOException | RuntimeException e) {
        last = Optional.of(e); // A member or a record that is not there yet.
      }
      if (interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("interrupted while waiting until " + what);
      }
    }
    throw new IllegalStateException(
        "not within "
            + LONGEST_STEP.toSeconds()
            + " s: "
            + what
            + "; the status is "
            + cluster.status().phase()
            + last.map(e -> "; last problem: " + e).orElse(""));
  }

  /** Whether all members hold all acknowledged writes, and the same data. */
  private List<String> check(WriteStream writes, Set<GenerationSource> sources) {
    List<String> problems = new ArrayList<>();
    List<InstanceView> running = cluster.running();
    long revision = cluster.etcd(running.get(0)).put("tour-end", "done");
    List<Long> hashes = new ArrayList<>();
    for (InstanceView instance : running) {
      Map<String, String> there = cluster.etcd(instance).range(writes.prefix());
      long wrong = writes.wrongIn(there, sources);
      if (wrong > 0) {
        problems.add(
            wrong
                + " acknowledged writes are missing on "
                + instance.id()
                + ", or are there though a snapshot that was restored is older");
      }
      hashes.add(cluster.etcd(instance).hash(revision));
    }
    if (cluster.callers().apart()) {
      problems.addAll(Rights.problems(cluster.ofApplication()));
    }
    if (hashes.stream().distinct().count() != 1) {
      problems.add("HashKV at revision " + revision + " differs between members: " + hashes);
    }
    return problems;
  }
}
